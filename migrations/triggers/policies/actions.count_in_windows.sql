-- The usual confirmation changes no window.
CREATE OR REPLACE TRIGGER count_in_windows AFTER UPDATE OF status ON actions FOR EACH ROW
  WHEN (OLD.status <> 'CLEARED' OR NEW.status <> 'SUCCESS') EXECUTE FUNCTION count_in_windows();
