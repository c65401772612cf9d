-- One statement for the keys of many organizations. It raises no epoch: nothing that is cached depends on it. Rows are
-- locked in order, so that two processes cannot wait for each other; a revoked key was not used after its end.
CREATE OR REPLACE FUNCTION note_key_uses(organizations uuid[], keys uuid[], times timestamptz[]) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('app.organizations', organizations::text, true);
  PERFORM FROM api_keys k WHERE k.organization_id = ANY (organizations) AND k.id = ANY (keys) ORDER BY k.id FOR NO KEY UPDATE;
  UPDATE api_keys k SET last_used_at = least(greatest(k.last_used_at, u.used_at), k.revoked_at)
  FROM unnest(keys, times) AS u (id, used_at) WHERE k.organization_id = ANY (organizations) AND k.id = u.id;
END $$;
