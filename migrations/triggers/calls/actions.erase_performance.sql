CREATE OR REPLACE TRIGGER erase_performance AFTER UPDATE OF erased_at ON actions FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION erase_performance();
