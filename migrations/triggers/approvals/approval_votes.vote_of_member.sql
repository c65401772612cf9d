CREATE OR REPLACE TRIGGER vote_of_member AFTER INSERT ON approval_votes FOR EACH ROW EXECUTE FUNCTION vote_of_member();
