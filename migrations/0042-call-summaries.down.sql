ALTER TABLE approvals DROP COLUMN summary;
