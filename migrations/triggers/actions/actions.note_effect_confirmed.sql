CREATE OR REPLACE TRIGGER note_effect_confirmed BEFORE UPDATE OF effect_sequence ON actions FOR EACH ROW
  WHEN (OLD.effect_sequence IS NULL AND NEW.effect_sequence IS NOT NULL) EXECUTE FUNCTION note_effect();
