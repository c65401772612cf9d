-- Opened approvals are noted in the rows of their actions, as in migration `metrics`: one aggregate less on the hot path.
DO $$
DECLARE
  current text := pg_get_functiondef('record_actions(uuid[], uuid[], json)'::regprocedure);
  changed text := replace(current,
$text$    INSERT INTO metric_changes (organization_id, simulated, subject, became, detail, times)
    SELECT org, is_simulated, 'action', status, kept_violation, count(*)
    FROM accepted GROUP BY org, is_simulated, status, kept_violation
    UNION ALL
    SELECT org, is_simulated, 'approval', 'PENDING', NULL, count(*)
    FROM accepted WHERE approval IS NOT NULL GROUP BY org, is_simulated
$text$,
$text$    INSERT INTO metric_changes (organization_id, simulated, subject, became, detail, times, opened)
    SELECT org, is_simulated, 'action', status, kept_violation, count(*), count(approval)
    FROM accepted GROUP BY org, is_simulated, status, kept_violation
$text$);
BEGIN
  IF changed = current THEN
    RAISE EXCEPTION 'record_actions is not as the migration before left it';
  END IF;
  EXECUTE changed;
END $$;
