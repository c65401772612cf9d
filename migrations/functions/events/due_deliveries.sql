-- Due work, across organizations: identifiers only. A few of each receiver that has any, so that none waits behind the
-- many of another, and organizations take turns; `busy` are the receivers and organizations that the asking process has
-- enough of.
CREATE OR REPLACE FUNCTION due_deliveries(at_most integer, of_each integer, busy uuid[])
RETURNS TABLE (delivery_id uuid, webhook_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ WITH RECURSIVE waiting (id) AS (
        (SELECT d.webhook_id FROM public.webhook_deliveries d WHERE d.status = 'PENDING' ORDER BY d.webhook_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.webhook_id FROM public.webhook_deliveries d WHERE d.status = 'PENDING' AND d.webhook_id > w.id
                ORDER BY d.webhook_id LIMIT 1)
        FROM waiting w WHERE w.id IS NOT NULL)
      SELECT d.id, d.webhook_id, d.organization_id FROM waiting w CROSS JOIN LATERAL (
        SELECT x.id, x.webhook_id, x.organization_id, x.due_at FROM public.webhook_deliveries x
        WHERE x.webhook_id = w.id AND x.status = 'PENDING' AND x.due_at <= now() ORDER BY x.due_at LIMIT of_each) d
      WHERE w.id IS NOT NULL AND NOT w.id = ANY (busy) AND NOT d.organization_id = ANY (busy)
        AND NOT EXISTS (SELECT FROM public.organization_states o WHERE o.id = d.organization_id AND o.deleted_at IS NOT NULL)
      ORDER BY row_number() OVER (PARTITION BY d.organization_id ORDER BY d.due_at), d.due_at LIMIT at_most $$;
