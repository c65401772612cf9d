-- Due work: identifiers only. A null user means that no account has this address.
CREATE OR REPLACE FUNCTION due_sign_in_tries(at_most integer) RETURNS TABLE (try_id uuid, user_id uuid, organization_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT t.id, u.id, u.organization_id
    FROM (SELECT * FROM public.sign_in_tries WHERE created_at <= now() ORDER BY created_at LIMIT at_most) t
    LEFT JOIN public.users u ON lower(u.email) = lower(t.email) ORDER BY t.created_at;
END $$;
