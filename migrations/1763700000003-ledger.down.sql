DROP FUNCTION idle_sessions(interval, integer);
DROP FUNCTION settled_approvals(uuid[]);
DROP FUNCTION due_approvals(integer);
DROP TABLE usage_months, approvals, actions, snapshots, sessions;
