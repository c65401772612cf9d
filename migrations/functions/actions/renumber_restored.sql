-- A dump that was restored on another server has numbers of transactions that this server has not reached, so no export would
-- take their actions. They get the number 0 and are ordered by id. `migrate` calls it, as the owner.
CREATE OR REPLACE FUNCTION renumber_restored() RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  organization uuid;
BEGIN
  FOR organization IN SELECT o.id FROM organization_states o LOOP
    PERFORM set_config('app.organizations', '{' || organization || '}', true);
    UPDATE actions a SET recorded_in = 0
    WHERE a.organization_id = organization AND a.recorded_in >= 0
      AND a.recorded_in >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  END LOOP;
END $$;
