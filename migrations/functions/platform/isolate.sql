-- Row-level security is the second wall: forced, and blind while no organization is set. The setting lists UUIDs as PostgreSQL
-- writes them, so an organization is in the list where its text is in the setting's. An array of them would be parsed again for
-- every row, and the sub-select that prevents this is not allowed in a policy of a distributed table.
CREATE OR REPLACE PROCEDURE isolate(isolated regclass, organization_column name DEFAULT 'organization_id') LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', isolated);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', isolated);
  EXECUTE format(
    'CREATE POLICY own_organization ON %s USING (strpos(current_setting(''app.organizations'', true), %I::text) > 0)',
    isolated, organization_column);
END $$;
