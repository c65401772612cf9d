-- It deletes the keys of deleted resources: a key names the resource that it made, and a repeated request answers with it.
CREATE OR REPLACE FUNCTION forget_idempotency_keys(organization uuid, made uuid[]) RETURNS void LANGUAGE sql
AS $$ DELETE FROM idempotency_keys WHERE organization_id = organization AND resource_id = ANY (made) $$;
