-- The organizations the current transaction speaks for: one, or those of a batch. Unset means none.
CREATE OR REPLACE FUNCTION current_organizations() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.organizations', true), '')::uuid[] $$;
