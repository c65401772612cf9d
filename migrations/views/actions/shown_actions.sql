-- Agents read actions through this view: it leaves out the content of snapshots.
CREATE OR REPLACE VIEW shown_actions WITH (security_invoker = true) AS
SELECT d.id, d.organization_id, d.session_id, d.sequence, d.effect_sequence, d.api_name, d.operation_type, d.payload, d.payload_hash,
  d.original_payload, d.response, d.status, d.precapture_id, d.policy_decision, d.policy_ids, d.policy_reason, d.shadow, d.grant_id,
  d.violation, d.refusal, d.settled_as, d.settled_by, d.settled_note, d.settled_at, d.tool_call_id, d.traceparent, d.performed, d.performance, d.created_at, d.updated_at, d.approval_id, d.approval_status, d.approval_expires_at, d.snapshot_failed,
  d.snapshot_reason, d.snapshot_resource, d.snapshot_captured_at,
  d.former_id, d.former_failed, d.former_reason, d.former_resource, d.former_captured_at, d.approval_permits_at,
  d.erased_at, d.erased_by, d.approval_reason, d.approval_decided_as, d.approval_usable_until, d.approval_edit_reason, d.redacted,
  d.begun_at
FROM action_details d;
