-- This view joins an action with its approval, its snapshot, and the snapshot that was replaced after a decision. It runs
-- with the rights, and the row-level security, of the role that reads it.
CREATE OR REPLACE VIEW action_details WITH (security_invoker = true) AS
SELECT a.id, a.organization_id, a.session_id, a.sequence, a.effect_sequence, a.api_name, a.operation_type, a.payload, a.payload_hash,
       a.original_payload, a.response, a.status, a.precapture_id, a.policy_decision, a.policy_ids, a.policy_reason, a.violation,
       a.refusal, a.created_at, a.updated_at,
       p.id AS approval_id, p.status AS approval_status, p.expires_at AS approval_expires_at, p.reason AS approval_reason,
       n.capture_failed AS snapshot_failed, n.reason AS snapshot_reason, n.resource AS snapshot_resource,
       n.captured_at AS snapshot_captured_at, n.payload_hash AS snapshot_payload_hash, n.content AS snapshot_content,
       a.shadow, a.grant_id, a.effect_at, a.unconfirmed, a.settled_as, a.settled_by, a.settled_note, a.settled_at, a.tool_call_id, a.performed,
       CASE WHEN a.performed THEN performance_of(a.organization_id, a.id) END AS performance,
       f.id AS former_id, f.capture_failed AS former_failed, f.reason AS former_reason, f.resource AS former_resource,
       f.captured_at AS former_captured_at, f.content AS former_content, a.traceparent,
       p.permits_at AS approval_permits_at, a.erased_at, a.erased_by, p.decided_as AS approval_decided_as,
       p.usable_until AS approval_usable_until, p.edit_reason AS approval_edit_reason,
       a.redacted, n.redacted AS snapshot_redacted, a.begun_at, a.claim
FROM actions a
LEFT JOIN approval_states p ON p.organization_id = a.organization_id AND p.action_id = a.id
LEFT JOIN snapshots n ON n.organization_id = a.organization_id AND n.id = a.precapture_id
LEFT JOIN snapshots f ON f.organization_id = a.organization_id AND f.id = n.former_id;
