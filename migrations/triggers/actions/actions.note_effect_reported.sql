CREATE OR REPLACE TRIGGER note_effect_reported BEFORE INSERT ON actions FOR EACH ROW
  WHEN (NEW.effect_sequence IS NOT NULL AND current_setting('app.rows_as_written', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION note_effect();
