DROP INDEX approvals_of_agent, approvals_of_connector;
ALTER TABLE approvals DROP COLUMN connector;
