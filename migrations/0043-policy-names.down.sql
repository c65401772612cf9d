DROP INDEX policies_name;
ALTER TABLE policies DROP COLUMN name;
