-- approvals_of_agent (0019-inbox.up.sql) holds the same and the order of a page. A planner that knows no organization took this
-- one for its size, and sorted all that is pending.
DROP INDEX approvals_agent;
