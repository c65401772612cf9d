-- What a paused agent waits for, found by any process: the rows decide, whoever paused it may be dead.
CREATE INDEX agents_paused ON agents (organization_id, slug) WHERE status = 'PAUSED';
CREATE INDEX approvals_agent ON approvals (organization_id, agent_slug) WHERE status = 'PENDING';
CALL allow_lookup('agents');
CREATE FUNCTION sessions_waiting_while_paused(at_most integer) RETURNS TABLE (session_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT DISTINCT p.session_id, p.organization_id FROM public.agents a
      JOIN public.approvals p ON p.organization_id = a.organization_id AND p.agent_slug = a.slug
        AND p.status = 'PENDING' AND p.expires_at > now()
      -- Reviews of what already ran stay pending and are no work of ours.
      JOIN public.sessions s ON s.id = p.session_id AND s.pending_approval > 0
      WHERE a.status = 'PAUSED' AND NOT EXISTS (
        SELECT FROM public.organizations o WHERE o.id = a.organization_id AND o.deleted_at IS NOT NULL) LIMIT at_most $$;

-- When an effect was confirmed, by the clock: what orders effects across sessions. Within one, effect_sequence does. Older
-- ones go by updated_at.
ALTER TABLE actions ADD COLUMN effect_at timestamptz;
CREATE FUNCTION note_effect() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  NEW.effect_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER note_effect_reported BEFORE INSERT ON actions FOR EACH ROW
  WHEN (NEW.effect_sequence IS NOT NULL) EXECUTE FUNCTION note_effect();
CREATE TRIGGER note_effect_confirmed BEFORE UPDATE OF effect_sequence ON actions FOR EACH ROW
  WHEN (OLD.effect_sequence IS NULL AND NEW.effect_sequence IS NOT NULL) EXECUTE FUNCTION note_effect();
CREATE INDEX sessions_agent ON sessions (organization_id, agent_slug, id);

-- Undoing what an agent did since then: one rollback for each of its sessions, and one order over all of their steps.
CREATE TABLE agent_rollbacks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- An agent's row may go; what it did does not.
  agent_id uuid NOT NULL,
  agent_slug text NOT NULL,
  since timestamptz(3) NOT NULL,
  -- Sessions that were being rolled back already.
  skipped_sessions uuid[] NOT NULL,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id)
);
CALL isolate('agent_rollbacks');

ALTER TABLE rollbacks ADD COLUMN agent_rollback_id uuid,
  ADD FOREIGN KEY (organization_id, agent_rollback_id) REFERENCES agent_rollbacks (organization_id, id) ON DELETE CASCADE;
CREATE INDEX rollbacks_of_agent ON rollbacks (agent_rollback_id) WHERE agent_rollback_id IS NOT NULL;
-- Positions count over the whole of an agent's rollback.
ALTER TABLE rollback_steps ADD COLUMN agent_rollback_id uuid;
CREATE UNIQUE INDEX rollback_steps_of_agent ON rollback_steps (agent_rollback_id, position) WHERE agent_rollback_id IS NOT NULL;
CREATE INDEX rollback_steps_open ON rollback_steps (agent_rollback_id, position)
  WHERE agent_rollback_id IS NOT NULL AND state IN ('planned', 'attempting');

-- Of an agent's rollback only the session with the newest open step is due: that is what keeps the order over all sessions.
CALL allow_lookup('rollback_steps');
CREATE OR REPLACE FUNCTION due_rollbacks(at_most integer) RETURNS TABLE (rollback_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, r.organization_id FROM public.rollbacks r
      WHERE status = 'RUNNING' AND (leased_until IS NULL OR leased_until < now())
        AND (agent_rollback_id IS NULL
          OR r.id = (SELECT s.rollback_id FROM public.rollback_steps s WHERE s.agent_rollback_id = r.agent_rollback_id
                       AND s.state IN ('planned', 'attempting') ORDER BY s.position LIMIT 1)
          OR NOT EXISTS (SELECT FROM public.rollback_steps s WHERE s.rollback_id = r.id AND s.state IN ('planned', 'attempting')))
      ORDER BY created_at LIMIT at_most $$;
