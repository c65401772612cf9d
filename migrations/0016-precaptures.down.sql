DROP POLICY lookup ON snapshots;
DROP INDEX snapshots_unbound;
ALTER TABLE snapshots DROP COLUMN bytes, DROP COLUMN former_id;
