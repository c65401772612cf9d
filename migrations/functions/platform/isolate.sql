-- Row-level security is the second wall: forced, and blind while no organization is set. The sub-select has the setting read
-- once per statement; without it, the list of a batch's organizations is parsed again for every row.
CREATE OR REPLACE PROCEDURE isolate(isolated regclass, organization_column name DEFAULT 'organization_id') LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', isolated);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', isolated);
  EXECUTE format(
    'CREATE POLICY own_organization ON %s USING (%I = ANY ((SELECT current_organizations())::uuid[]))', isolated, organization_column);
END $$;
