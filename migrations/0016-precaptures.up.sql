-- The snapshot that a capture after a decision replaced, once and for good: both are kept.
ALTER TABLE snapshots ADD COLUMN former_id uuid;
-- What no action has taken expires, and counts against a limit of its organization until then.
ALTER TABLE snapshots ADD COLUMN bytes integer NOT NULL DEFAULT 0;
CREATE INDEX snapshots_unbound ON snapshots (organization_id, captured_at) INCLUDE (bytes) WHERE action_id IS NULL;
CALL allow_lookup('snapshots');
