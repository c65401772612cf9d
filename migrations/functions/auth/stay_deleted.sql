-- The audit of a deleted organization may be erased, so the organization must not come back without it.
CREATE OR REPLACE FUNCTION stay_deleted() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'a deleted organization stays deleted' USING ERRCODE = 'restrict_violation';
END $$;
