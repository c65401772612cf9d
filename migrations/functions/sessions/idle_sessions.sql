-- Due work: identifiers only. Nothing is due in an organization that is being erased.
CREATE OR REPLACE FUNCTION idle_sessions(idle interval, at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, s.organization_id FROM public.sessions s WHERE status = 'ACTIVE' AND last_activity_at < now() - idle
      -- No activity is older than its session: the scan ends where nothing can be idle yet.
      AND created_at < now() - idle
      AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = s.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY created_at LIMIT at_most $$;
