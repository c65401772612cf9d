CREATE OR REPLACE TRIGGER stay_deleted BEFORE UPDATE OF deleted_at ON organizations FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION stay_deleted();
