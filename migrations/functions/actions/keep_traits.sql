-- Keeps what sessions are found by, in the transaction that logged the calls: only of calls that it wrote. The session of each is
-- locked by then, so that no two transactions add the same row.
CREATE OR REPLACE FUNCTION keep_traits(items json) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO session_traits (organization_id, kind, name, session_id)
  SELECT DISTINCT t.org, t.kind, t.name, t.session
  FROM json_to_recordset(items) AS t(org uuid, session uuid, action uuid, kind text, name text)
  WHERE EXISTS (SELECT FROM actions a WHERE a.organization_id = t.org AND a.id = t.action)
  ON CONFLICT DO NOTHING;
END $$;
