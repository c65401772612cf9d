-- Which organizations are to be erased; three seconds after its deletion nobody takes an organization for a living one.
CREATE INDEX organizations_deleted ON organizations (deleted_at) WHERE deleted_at IS NOT NULL;
CALL allow_lookup('organizations');
CREATE FUNCTION deleted_organizations(at_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM public.organizations WHERE deleted_at < now() - interval '3 seconds' ORDER BY deleted_at LIMIT at_most $$;

-- Deletion holds the organization's row FOR UPDATE while it looks for rollbacks: one of the two always waits and sees the other.
CREATE FUNCTION refuse_rollback_of_deleted() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM organizations o WHERE o.id = NEW.organization_id AND o.deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the organization is deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_rollback_of_deleted BEFORE INSERT ON rollbacks FOR EACH ROW EXECUTE FUNCTION refuse_rollback_of_deleted();

-- Nothing is due in an organization that is being erased.
CREATE OR REPLACE FUNCTION due_approvals(at_most integer) RETURNS TABLE (approval_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, a.organization_id FROM public.approvals a WHERE status = 'PENDING' AND expires_at <= now()
      AND NOT EXISTS (SELECT FROM public.organizations o WHERE o.id = a.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY expires_at LIMIT at_most $$;
CREATE OR REPLACE FUNCTION idle_sessions(idle interval, at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, s.organization_id FROM public.sessions s WHERE status = 'ACTIVE' AND last_activity_at < now() - idle
      -- No activity is older than its session: the scan ends where nothing can be idle yet.
      AND created_at < now() - idle
      AND NOT EXISTS (SELECT FROM public.organizations o WHERE o.id = s.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY created_at LIMIT at_most $$;
-- Who waits for an approval that is gone waits for nothing.
CREATE OR REPLACE FUNCTION settled_approvals(waited_for uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT w.id FROM unnest(waited_for) AS w (id) LEFT JOIN public.approvals a ON a.id = w.id
      WHERE a.id IS NULL OR a.status <> 'PENDING' OR a.expires_at <= now() $$;

-- What goes with a session, an action or an organization is found without looking at everybody's rows.
CREATE INDEX rollback_steps_action ON rollback_steps (action_id);
CREATE INDEX rollback_steps_organization ON rollback_steps (organization_id);
CREATE INDEX idempotency_keys_resource ON idempotency_keys (resource_id) WHERE resource_id IS NOT NULL;
DROP INDEX approvals_session;
CREATE INDEX approvals_session ON approvals (session_id);

-- A rollback of the whole session left nothing of it; what takes effect later is a violation, and found as one.
ALTER TABLE sessions ADD COLUMN reverted boolean NOT NULL DEFAULT false;

-- Where dirty sessions are found. No column that every action changes is named here: each of them would write to all
-- the indexes of the row. `unknown` changes with a rollback, or when its client comes back after one.
CREATE INDEX sessions_dirty ON sessions (organization_id, id DESC)
  WHERE rollback_state = 'RUNNING' OR (rollback_state = 'FINISHED' AND NOT reverted) OR unknown > 0;
CREATE INDEX actions_violations ON actions (organization_id, session_id DESC) WHERE violation IS NOT NULL;
CREATE INDEX approvals_approved ON approvals (organization_id, session_id DESC, action_id) WHERE status = 'APPROVED';
