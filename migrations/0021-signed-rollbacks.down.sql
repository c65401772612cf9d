ALTER TABLE rollback_steps DROP COLUMN shown_conflict;
ALTER TABLE rollbacks DROP COLUMN forced;
ALTER TABLE rollbacks DROP COLUMN plan_hash;
