DROP FUNCTION note_key_uses(uuid[], uuid[], timestamptz[]);
ALTER TABLE api_keys DROP COLUMN last_used_at;
