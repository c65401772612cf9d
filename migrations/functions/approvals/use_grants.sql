-- Takes one use of each grant. The sessions are locked, and a batch names a grant once.
CREATE OR REPLACE FUNCTION use_grants(ids uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  UPDATE approval_grants g SET uses = g.uses + 1 WHERE g.id = ANY (ids);
END $$;
