-- What `read_epoch` answers, of all the organizations in which somebody waits at once.
CREATE FUNCTION read_epochs(wanted uuid[]) RETURNS TABLE (id uuid, epoch bigint) LANGUAGE plpgsql
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.organizations', wanted::text, true);
  RETURN QUERY SELECT o.id, o.epoch FROM organizations o WHERE o.id = ANY (wanted);
END $$;
