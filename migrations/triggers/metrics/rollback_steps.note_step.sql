CREATE OR REPLACE TRIGGER note_step AFTER UPDATE OF state ON rollback_steps FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state NOT IN ('planned', 'attempting') AND NEW.reverts_step IS NULL) EXECUTE FUNCTION note_step();
