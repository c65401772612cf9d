-- It answers true if a call is too large for the answer of a batch: 64 calls take 1 MB at most without such calls, and 32 MB
-- with them. All calls of a batch wait for its answer, so a large call is read alone afterwards (shown_action).
CREATE OR REPLACE FUNCTION is_large(shown json) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT octet_length(shown::text) > 16384 $$;
