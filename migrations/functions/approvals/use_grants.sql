-- Takes one use of each grant, of the organization at the same place. The sessions are locked, and a batch names a grant once.
CREATE OR REPLACE FUNCTION use_grants(organizations uuid[], ids uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  UPDATE approval_grants g SET uses = g.uses + 1 FROM unnest(organizations, ids) AS used (organization, id)
  WHERE g.organization_id = used.organization AND g.id = used.id;
END $$;
