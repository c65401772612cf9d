ALTER TABLE actions DROP COLUMN recorded_in;
