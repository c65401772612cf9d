-- Due work: identifiers only. A null user means that no account has this address.
CREATE OR REPLACE FUNCTION due_reset_requests(at_most integer) RETURNS TABLE (request_id uuid, user_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT r.id, u.id, u.organization_id 
      FROM (SELECT * FROM public.reset_requests WHERE due_at <= now() ORDER BY due_at LIMIT at_most) r
      LEFT JOIN public.users u ON lower(u.email) = lower(r.email) ORDER BY r.due_at $$;
