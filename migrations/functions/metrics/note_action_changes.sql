-- Notes what became of actions, of each change: org, simulated, was and became (statuses), detail (a violation that is new),
-- opened (how many approvals were opened with it). A trigger would cost the ledger's statements more.
CREATE OR REPLACE FUNCTION note_action_changes(changes json) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, was, became, detail, times, opened)
  SELECT c.org, c.simulated, 'action', c.was, c.became, c.detail, count(*), coalesce(sum(c.opened), 0)
  FROM json_to_recordset(changes) AS c(org uuid, simulated boolean, was text, became text, detail text, opened integer)
  GROUP BY c.org, c.simulated, c.was, c.became, c.detail;
END $$;
