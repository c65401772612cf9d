ALTER TABLE actions DROP COLUMN erased_by, DROP COLUMN erased_at;
