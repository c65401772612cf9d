-- Due work: identifiers only. The rows decide, because the process that paused the agent may have stopped since.
CREATE OR REPLACE FUNCTION sessions_waiting_while_paused(at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT DISTINCT p.session_id, p.organization_id FROM public.agent_states a
      JOIN public.approvals p ON p.organization_id = a.organization_id AND p.agent_slug = a.slug
        AND p.status = 'PENDING' AND p.expires_at > now()
      -- Reviews of what already ran stay pending and are no work of ours.
      JOIN public.session_states s ON s.id = p.session_id AND s.pending_approval > 0
      WHERE a.status = 'PAUSED' AND NOT EXISTS (
        SELECT FROM public.organization_states o WHERE o.id = a.organization_id AND o.deleted_at IS NOT NULL) LIMIT at_most $$;
