DROP TABLE sign_in_tries;
ALTER TABLE browser_sessions DROP COLUMN signed_in_at, DROP COLUMN last_seen_at, DROP COLUMN address, DROP COLUMN user_agent;
