-- Whether a call would crowd the answer of a batch: 64 of them are 1 MB at most without it, and 32 MB with what calls may hold.
-- Who shares a batch waits for all of it, so a large call is read alone afterwards (shown_action).
CREATE OR REPLACE FUNCTION is_large(shown json) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT octet_length(shown::text) > 16384 $$;
