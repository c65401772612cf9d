-- The sealed values of calls and of their snapshots, for the service itself: what it shows of a call it reads through other views.
CREATE OR REPLACE VIEW sealed_calls WITH (security_invoker = true) AS
SELECT a.organization_id, a.id, a.sealed, n.id AS snapshot_id, n.sealed AS snapshot_sealed
FROM actions a LEFT JOIN snapshots n ON n.organization_id = a.organization_id AND n.id = a.precapture_id
WHERE a.sealed IS NOT NULL OR n.sealed IS NOT NULL;
