ALTER TABLE rollbacks DROP COLUMN needs_proof;
