DROP POLICY lookup ON actions;
DROP INDEX actions_begun;
ALTER TABLE actions DROP COLUMN begun_at, DROP COLUMN claim;
