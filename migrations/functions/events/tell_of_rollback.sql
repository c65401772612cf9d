CREATE OR REPLACE FUNCTION tell_of_rollback() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF is_event_wanted(NEW.organization_id, 'rollback.finished') THEN
    PERFORM tell(NEW.organization_id, 'rollback.finished', (
      SELECT json_build_object('rollbackId', NEW.id, 'sessionId', NEW.session_id, 'agentId', s.agent_slug,
        'actionId', NEW.action_id, 'agentRollbackId', NEW.agent_rollback_id, 'status', NEW.status,
        'outcomes', coalesce((SELECT json_object_agg(c.outcome, c.times ORDER BY c.outcome) FROM (
          SELECT CASE t.state WHEN 'done' THEN 'ROLLED_BACK' WHEN 'failed' THEN 'ROLLBACK_FAILED' WHEN 'conflict' THEN 'CONFLICT'
              WHEN 'impossible' THEN 'IRREVERSIBLE' WHEN 'unknown' THEN 'UNKNOWN' ELSE 'SKIPPED' END AS outcome, count(*) AS times
          FROM rollback_step_states t WHERE t.rollback_id = NEW.id GROUP BY 1) c), '{}'),
        'simulated', s.simulated, 'startedAt', event_time(NEW.created_at), 'finishedAt', event_time(NEW.finished_at))
      FROM session_states s WHERE s.id = NEW.session_id));
  END IF;
  RETURN NULL;
END $$;
