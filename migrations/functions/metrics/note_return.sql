-- Takes back what `note_removal` noted as the session was deleted.
CREATE OR REPLACE FUNCTION note_return(organization uuid, session uuid) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, was, times)
  SELECT organization, s.simulated, back.* FROM session_states s CROSS JOIN LATERAL (
    SELECT 'action', a.status, -count(*) FROM action_details a WHERE a.organization_id = organization AND a.session_id = session GROUP BY a.status
    UNION ALL
    SELECT 'approval', p.status, -count(*) FROM approval_states p
    WHERE p.organization_id = organization AND p.session_id = session AND p.status = 'PENDING' GROUP BY p.status
  ) back
  WHERE s.organization_id = organization AND s.id = session;
END $$;
