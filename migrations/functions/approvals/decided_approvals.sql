-- It answers the ids of the decided approvals, across organizations. An approval that no longer exists counts as decided.
CREATE OR REPLACE FUNCTION decided_approvals(waited_for uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT w.id FROM unnest(waited_for) AS w (id) LEFT JOIN public.approvals a ON a.id = w.id
      WHERE a.id IS NULL OR a.status <> 'PENDING' OR a.expires_at <= now() $$;
