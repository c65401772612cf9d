CREATE OR REPLACE TRIGGER stay_deleted BEFORE UPDATE OF deleted_at ON organizations FOR EACH ROW
  WHEN (isfinite(OLD.deleted_at) AND isfinite(NEW.deleted_at) IS NOT TRUE) EXECUTE FUNCTION stay_deleted();
