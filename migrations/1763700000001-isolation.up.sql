-- The organizations the current transaction speaks for: one, or those of a batch. Unset means none.
CREATE FUNCTION current_organizations() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.organizations', true), '')::uuid[] $$;

-- Row-level security is the second wall: forced, and blind while no organization is set. The sub-select has the setting read
-- once per statement; without it, the list of a batch's organizations is parsed again for every row.
CREATE PROCEDURE isolate(isolated regclass, organization_column name DEFAULT 'organization_id') LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', isolated);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', isolated);
  EXECUTE format(
    'CREATE POLICY own_organization ON %s USING (%I = ANY ((SELECT current_organizations())::uuid[]))', isolated, organization_column);
END $$;

-- What the SECURITY DEFINER look-ups, and they alone, may see before the organization is known.
CREATE PROCEDURE allow_lookup(looked_up regclass) LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('CREATE POLICY lookup ON %s FOR SELECT TO CURRENT_USER USING (true)', looked_up);
END $$;
