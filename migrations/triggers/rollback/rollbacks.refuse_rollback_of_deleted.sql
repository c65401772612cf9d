CREATE OR REPLACE TRIGGER refuse_rollback_of_deleted BEFORE INSERT ON rollbacks FOR EACH ROW EXECUTE FUNCTION refuse_rollback_of_deleted();
