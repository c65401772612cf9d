ALTER TABLE rollbacks DROP COLUMN subtracted;
