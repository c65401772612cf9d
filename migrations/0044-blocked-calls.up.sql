-- How many calls of a session a policy blocked, so that lists can show and choose those sessions.
ALTER TABLE sessions ADD COLUMN blocked integer NOT NULL DEFAULT 0;
UPDATE sessions s SET blocked = b.times
FROM (SELECT session_id, count(*)::int AS times FROM actions WHERE status = 'BLOCKED' GROUP BY session_id) b
WHERE b.session_id = s.id;
CREATE INDEX sessions_blocked ON sessions (organization_id, id DESC) WHERE blocked > 0;
