-- Other modules read approvals through this view. An expired approval is PENDING until the job rejects it.
CREATE OR REPLACE VIEW approval_states WITH (security_invoker = true) AS
SELECT id, organization_id, session_id, action_id, status, reason, expires_at, agent_slug, api_name,
       summary, created_at, policy_ids, permits_at, decided_at, decided_as, usable_until, edit_reason, may_do FROM approvals;
