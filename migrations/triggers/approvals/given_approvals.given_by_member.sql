CREATE OR REPLACE TRIGGER given_by_member BEFORE INSERT ON given_approvals FOR EACH ROW EXECUTE FUNCTION given_by_member();
