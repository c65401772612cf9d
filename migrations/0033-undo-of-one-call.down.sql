ALTER TABLE snapshots DROP COLUMN reversibility;
