-- Notes what became of actions, of each change: org, simulated, was and became (statuses), detail (a violation that is new),
-- opened (how many approvals were opened with it), policies (what to count of the policies that matched it: id, event, and at,
-- when the call was logged, if not now). A trigger would cost the ledger's statements more.
CREATE OR REPLACE FUNCTION note_action_changes(changes json) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_changes (organization_id, simulated, subject, was, became, detail, times, opened)
  SELECT c.org, c.simulated, 'action', c.was, c.became, c.detail, count(*), coalesce(sum(c.opened), 0)
  FROM json_to_recordset(changes) AS c(org uuid, simulated boolean, was text, became text, detail text, opened integer)
  GROUP BY c.org, c.simulated, c.was, c.became, c.detail;
  -- Most calls match no policy, and a statement for nothing costs all the same.
  IF strpos(changes::text, '"policies"') = 0 THEN RETURN; END IF;
  INSERT INTO metric_changes (organization_id, at, simulated, subject, policy_id, became, times)
  SELECT c.org, coalesce(p.at, now()), false, 'policy', p.id, p.event, count(*)
  FROM json_to_recordset(changes) AS c(org uuid, policies json),
    json_to_recordset(c.policies) AS p(id uuid, event text, at timestamptz)
  GROUP BY c.org, p.at, p.id, p.event;
END $$;
