-- Reads the epochs of many organizations in one round trip, as read_epoch does for one.
CREATE OR REPLACE FUNCTION read_epochs(wanted uuid[]) RETURNS TABLE (id uuid, epoch bigint) LANGUAGE plpgsql
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.organizations', wanted::text, true);
  RETURN QUERY SELECT o.id, o.epoch FROM organizations o WHERE o.id = ANY (wanted);
END $$;
