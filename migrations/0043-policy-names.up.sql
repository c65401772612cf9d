-- People call a policy by a name; a policy without one is called by its pattern.
ALTER TABLE policies ADD COLUMN name text;
CREATE UNIQUE INDEX policies_name ON policies (organization_id, name);
