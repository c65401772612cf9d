DROP TABLE remade_resources;
ALTER TABLE rollback_steps DROP COLUMN traces;
