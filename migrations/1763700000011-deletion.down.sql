DROP INDEX approvals_approved, actions_violations, sessions_dirty;
ALTER TABLE sessions DROP COLUMN reverted;
DROP INDEX approvals_session;
CREATE INDEX approvals_session ON approvals (session_id) WHERE status = 'PENDING';
DROP INDEX idempotency_keys_resource, rollback_steps_organization, rollback_steps_action;
CREATE OR REPLACE FUNCTION settled_approvals(waited_for uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM public.approvals WHERE id = ANY (waited_for) AND (status <> 'PENDING' OR expires_at <= now()) $$;
CREATE OR REPLACE FUNCTION idle_sessions(idle interval, at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, s.organization_id FROM public.sessions s WHERE status = 'ACTIVE' AND last_activity_at < now() - idle ORDER BY created_at LIMIT at_most $$;
CREATE OR REPLACE FUNCTION due_approvals(at_most integer) RETURNS TABLE (approval_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, a.organization_id FROM public.approvals a WHERE status = 'PENDING' AND expires_at <= now() ORDER BY expires_at LIMIT at_most $$;
DROP TRIGGER refuse_rollback_of_deleted ON rollbacks;
DROP FUNCTION refuse_rollback_of_deleted;
DROP FUNCTION deleted_organizations;
DROP POLICY lookup ON organizations;
DROP INDEX organizations_deleted;
