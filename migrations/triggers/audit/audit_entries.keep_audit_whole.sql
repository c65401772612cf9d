CREATE OR REPLACE TRIGGER keep_audit_whole BEFORE TRUNCATE ON audit_entries EXECUTE FUNCTION keep_audit();
