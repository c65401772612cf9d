-- Tells whether no request of the organization has used the idempotency key. Null: the request carries none.
CREATE OR REPLACE FUNCTION is_new_key(organization uuid, of_scope text) RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT of_scope IS NULL OR NOT EXISTS (SELECT FROM idempotency_keys k WHERE k.organization_id = organization AND k.scope = of_scope)
$$;
