CREATE OR REPLACE TRIGGER given_by_member AFTER INSERT ON given_approvals FOR EACH ROW EXECUTE FUNCTION given_by_member();
