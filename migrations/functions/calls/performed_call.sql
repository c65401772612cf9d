-- A call with the facts that the performer needs. PostgreSQL keeps the plan of what a function runs, and planning these views costs
-- more than reading them.
CREATE OR REPLACE FUNCTION performed_call(organization uuid, action uuid) RETURNS json LANGUAGE plpgsql
AS $$
BEGIN
  RETURN (
    SELECT row_to_json(f) FROM (
      SELECT c.action_id, c.session_id, s.agent_slug, s.simulated, c.is_read, c.state, c.attempts, c.noted, d.api_name, d.payload, d.redacted,
        d.payload_hash, d.precapture_id,
        (SELECT a.id FROM approval_states a
          WHERE a.organization_id = c.organization_id AND a.action_id = c.action_id AND a.status = 'APPROVED'
            AND EXISTS (SELECT FROM policy_states p WHERE p.organization_id = a.organization_id
              AND p.id = ANY (a.policy_ids) AND p.on_change = 'ask')) AS approval_asked_again,
        (extract(epoch FROM clock_timestamp() - c.started_at) * 1000)::float8 AS age_ms,
        EXISTS (SELECT FROM performed_calls o WHERE o.organization_id = c.organization_id AND o.session_id = c.session_id
          AND o.action_id <> c.action_id AND o.state = 'running' AND NOT o.is_read) AS is_other_running
      FROM performed_calls c JOIN shown_actions d ON d.organization_id = c.organization_id AND d.id = c.action_id
      JOIN session_states s ON s.organization_id = c.organization_id AND s.id = c.session_id
      WHERE c.organization_id = organization AND c.action_id = action) f);
END $$;
