-- What `read_epoch` answers, of all the organizations in which somebody waits at once.
CREATE FUNCTION read_epochs(wanted uuid[]) RETURNS TABLE (id uuid, epoch bigint) LANGUAGE plpgsql
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.organizations', wanted::text, true);
  RETURN QUERY SELECT o.id, o.epoch FROM organizations o WHERE o.id = ANY (wanted);
END $$;

-- The gates that a grant opens: those there were when it was given, each as it was then. Older grants open none.
ALTER TABLE approval_grants ADD COLUMN gates uuid[] NOT NULL DEFAULT '{}';

-- `record_actions` as it is, but that a grant clears only what no other gate holds up.
DO $$
DECLARE
  old text := pg_get_functiondef('record_actions'::regproc);
  new text := replace(replace(replace(old,
    'required_approvals integer, grantable boolean)',
    'required_approvals integer, grantable boolean, gates uuid[])'),
    'SELECT n.ord, n.org, n.session, n.api_name, row_number() OVER (ORDER BY n.ord) AS turn',
    'SELECT n.ord, n.org, n.session, n.api_name, n.gates, row_number() OVER (ORDER BY n.ord) AS turn'),
    'AND matches_pattern(c.api_name, x.api_name_pattern)',
    'AND matches_pattern(c.api_name, x.api_name_pattern) AND x.gates @> c.gates');
BEGIN
  IF length(new) <> length(old) + length(', gates uuid[]' || 'n.gates, ' || ' AND x.gates @> c.gates') THEN
    RAISE EXCEPTION 'record_actions is not the function that this migration changes';
  END IF;
  EXECUTE new;
END $$;
