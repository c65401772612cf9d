-- Tells whether no request of the organization has used the idempotency key. Null: the request carries none.
CREATE OR REPLACE FUNCTION is_new_key(organization uuid, of_scope text) RETURNS boolean LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  RETURN of_scope IS NULL OR NOT EXISTS (SELECT FROM idempotency_keys k WHERE k.organization_id = organization AND k.scope = of_scope);
END $$;
