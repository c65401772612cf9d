DO $$
BEGIN
  EXECUTE replace(replace(replace(pg_get_functiondef('record_actions'::regproc),
    ', gates uuid[])', ')'), 'n.gates, ', ''), ' AND x.gates @> c.gates', '');
END $$;
ALTER TABLE approval_grants DROP COLUMN gates;
DROP FUNCTION read_epochs(uuid[]);
