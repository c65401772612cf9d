-- Stores an idempotency key with what its request makes, in the transaction that makes it. False: the key was used before, and
-- nothing is stored. Null: the request carries none.
CREATE OR REPLACE FUNCTION take_new_key(organization uuid, of_scope text, of_request text, made uuid) RETURNS boolean LANGUAGE plpgsql
AS $$
BEGIN
  IF of_scope IS NULL THEN RETURN true; END IF;
  INSERT INTO idempotency_keys (organization_id, scope, request_hash, resource_id) VALUES (organization, of_scope, of_request, made)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
