-- Moves a session from the verdict it was counted under to its new one.
CREATE OR REPLACE FUNCTION count_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two sessions that are counted at once never wait for each other.
  INSERT INTO intent_counts AS c (organization_id, day, simulated, dimension, name, verdict, sessions, drift)
  SELECT s.organization_id, utc_day(s.created_at), s.simulated, d.dimension, d.name, x.verdict, sum(x.sign), sum(x.drift)
  FROM session_states s
  CROSS JOIN (
    SELECT 1 AS sign, NEW.verdict AS verdict, round(NEW.drift_score * 1000)::bigint AS drift, NEW.connectors AS connectors
    UNION ALL
    SELECT -1, OLD.verdict, -round(OLD.drift_score * 1000)::bigint, OLD.connectors WHERE TG_OP = 'UPDATE'
  ) x
  CROSS JOIN LATERAL (
    SELECT 'agent' AS dimension, s.agent_slug AS name
    UNION ALL
    SELECT 'connector', connector FROM unnest(x.connectors) AS connector
  ) d
  WHERE s.organization_id = NEW.organization_id AND s.id = NEW.session_id
  GROUP BY 1, 2, 3, 4, 5, 6
  HAVING sum(x.sign) <> 0 OR sum(x.drift) <> 0
  ORDER BY 4, 5, 6
  ON CONFLICT (organization_id, day, simulated, dimension, name, verdict)
    DO UPDATE SET sessions = c.sessions + excluded.sessions, drift = c.drift + excluded.drift;
  RETURN NULL;
END $$;
