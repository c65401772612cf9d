CREATE OR REPLACE TRIGGER note_effect_reported BEFORE INSERT ON actions FOR EACH ROW
  WHEN (NEW.effect_sequence IS NOT NULL) EXECUTE FUNCTION note_effect();
