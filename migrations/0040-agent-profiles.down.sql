ALTER TABLE intent_levels DROP COLUMN profile;
