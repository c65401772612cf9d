-- Deletes some of a deleted organization's rows from a table that `isolate` gave to organizations, and says how many. Erasure
-- empties every such table, those of modules to come included, so no module has to remember it.
-- Given a column of session ids, only rows of the sessions given: most tables of the ledger have no index by organization.
CREATE OR REPLACE FUNCTION erase_rows(isolated regclass, organization uuid, session_column name, sessions uuid[], at_most integer)
RETURNS integer LANGUAGE plpgsql
AS $$
DECLARE
  erased integer;
BEGIN
  IF NOT EXISTS (SELECT FROM organization_states o WHERE o.id = organization AND isfinite(o.deleted_at)) THEN
    RAISE EXCEPTION 'the organization is not deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  EXECUTE format(
    'DELETE FROM %1$s WHERE organization_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE organization_id = $1 %2$s LIMIT $3))',
    isolated, CASE WHEN session_column IS NOT NULL THEN format('AND %I = ANY ($2)', session_column) END)
    USING organization, sessions, at_most;
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;
