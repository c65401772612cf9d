ALTER TABLE approvals DROP COLUMN decided_as;
