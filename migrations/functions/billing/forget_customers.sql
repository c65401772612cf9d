-- An organization that was moved takes its customers along: its erasure here must not delete them at Stripe.
CREATE OR REPLACE FUNCTION forget_customers(organization uuid) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM billing_customers c WHERE c.organization_id = organization;
END $$;
