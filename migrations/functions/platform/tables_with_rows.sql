-- The tables in which an organization has a row, those of modules to come included. Tables that hang on sessions are left
-- out: without a session they hold nothing, and most tables of the ledger have no index by organization.
CREATE OR REPLACE FUNCTION tables_with_rows(organization uuid) RETURNS SETOF name LANGUAGE plpgsql STABLE
AS $$
DECLARE
  owned name;
  is_there boolean;
BEGIN
  FOR owned IN
    SELECT c.relname FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT EXISTS (
      SELECT FROM pg_constraint k JOIN pg_attribute s ON s.attrelid = c.oid AND s.attnum = ANY (k.conkey)
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'public.sessions'::regclass
        AND s.attname <> 'organization_id' AND s.attnotnull)
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE organization_id = $1)', owned) INTO is_there USING organization;
    IF is_there THEN RETURN NEXT owned; END IF;
  END LOOP;
END $$;
