-- Opens the approvals of actions that were just logged, in the transaction that logged them. `ms`: how long each waits, or is held.
-- `waits`: how long a person has once a hold is over.
-- `usable`: how long the approval counts once it is given, unless that is as long as it waits. `permits`: then the call is permitted; should no process run for a month, the approval expires instead.
CREATE OR REPLACE FUNCTION open_approvals(items json) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO approvals (id, organization_id, session_id, action_id, agent_slug, api_name, connector, payload_summary, summary, payload_hash,
    expires_at, permits_at, waits_ms, may_do, usable_ms, required_approvals, policy_ids, requester, approver_rules)
  SELECT a.id, a.org, a.session, a.action, a.agent_slug, a.api_name, split_part(a.api_name, '.', 1), a.summary, a.sentence, a.payload_hash,
    now() + a.ms * interval '1 millisecond' + CASE WHEN a.permits THEN interval '31 days' ELSE interval '0' END,
    CASE WHEN a.permits THEN now() + a.ms * interval '1 millisecond' END, a.waits, coalesce(a.may_do, '{}'), coalesce(a.usable, a.ms), a.required, coalesce(a.policy_ids, '{}'), a.requester, a.approvers
  FROM json_to_recordset(items) AS a(id uuid, org uuid, session uuid, action uuid, agent_slug text, api_name text, summary text, sentence text,
    payload_hash text, ms bigint, permits boolean, waits bigint, may_do text[], usable bigint, required integer, policy_ids uuid[], requester text, approvers jsonb);
END $$;
