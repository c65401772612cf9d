ALTER TABLE snapshots DROP COLUMN sealed, DROP COLUMN redacted;
ALTER TABLE actions DROP COLUMN sealed, DROP COLUMN redacted;
