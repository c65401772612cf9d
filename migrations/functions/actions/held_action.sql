-- An action with the facts by which a command on it is decided; its session is locked. PostgreSQL keeps the plan of what a function
-- runs, and planning these views costs more than reading them.
CREATE OR REPLACE FUNCTION held_action(organization uuid, action uuid) RETURNS json LANGUAGE plpgsql
AS $$
BEGIN
  RETURN (
    SELECT row_to_json(h) FROM (
      SELECT d.id, d.organization_id, d.session_id, s.simulated, d.status, d.operation_type = 'READ' AS is_read, d.violation,
        d.payload_hash, d.original_payload IS NOT NULL AS is_edited, d.response -> 'refusal' IS NOT NULL AS is_refused,
        d.settled_as IS NOT NULL AS is_settled, d.performed, d.approval_status, d.approval_expires_at, d.approval_permits_at,
        d.approval_decided_as, d.approval_usable_until,
        d.begun_at IS NOT NULL OR coalesce(d.performance ->> 'state' IN ('running', 'done'), false) AS has_begun, d.claim,
        s.status AS session_status, s.rolled, d.policy_ids, d.shadow -> 'policyIds' AS shadow_policy_ids, d.created_at,
        clock_timestamp() AS now
      FROM action_details d JOIN session_states s ON s.id = d.session_id
      WHERE d.organization_id = organization AND d.id = action) h);
END $$;
