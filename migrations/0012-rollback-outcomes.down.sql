ALTER TABLE rollbacks DROP COLUMN outcomes;
