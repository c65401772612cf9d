ALTER TABLE rollbacks DROP CONSTRAINT rollbacks_extent_check, DROP COLUMN from_action_id;
