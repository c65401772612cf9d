-- A call for the answer of a batch: null where it is large.
CREATE OR REPLACE FUNCTION shared_action(organization uuid, call uuid) RETURNS json
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  shown json := shown_action(organization, call);
BEGIN
  RETURN CASE WHEN NOT is_large(shown) THEN shown END;
END $$;
