ALTER TABLE policies DROP COLUMN on_change;
