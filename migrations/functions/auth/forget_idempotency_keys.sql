-- Of what is gone: a key names what it made, and answers with it when it comes again.
CREATE OR REPLACE FUNCTION forget_idempotency_keys(organization uuid, made uuid[]) RETURNS void LANGUAGE sql
AS $$ DELETE FROM idempotency_keys WHERE organization_id = organization AND resource_id = ANY (made) $$;
