-- By what a session is known in what was learned of its agent: nothing leads back from it to a session that was purged.
CREATE OR REPLACE FUNCTION session_key(session uuid) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT encode(substring(sha256(uuid_send(session)) FROM 1 FOR 9), 'base64') $$;
