CREATE OR REPLACE TRIGGER note_rollback_started AFTER INSERT ON rollbacks FOR EACH ROW EXECUTE FUNCTION note_rollback();
