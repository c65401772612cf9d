-- Looks a Stripe customer up before the organization is known: identifiers only.
CREATE OR REPLACE FUNCTION organization_of_customer(customer text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT organization_id FROM public.billing_customers WHERE customer_id = customer $$;
