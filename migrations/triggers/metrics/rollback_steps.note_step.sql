CREATE OR REPLACE TRIGGER note_step AFTER UPDATE OF state ON rollback_steps FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state NOT IN ('planned', 'attempting')) EXECUTE FUNCTION note_step();
