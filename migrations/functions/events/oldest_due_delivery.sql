-- Says for how many seconds the oldest delivery has been due, of any receiver; 0 when none is. It leaps from receiver to receiver.
CREATE OR REPLACE FUNCTION oldest_due_delivery() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ WITH RECURSIVE waiting (id) AS (
        (SELECT d.webhook_id FROM public.webhook_deliveries d WHERE d.status = 'PENDING' ORDER BY d.webhook_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.webhook_id FROM public.webhook_deliveries d WHERE d.status = 'PENDING' AND d.webhook_id > w.id
                ORDER BY d.webhook_id LIMIT 1)
        FROM waiting w WHERE w.id IS NOT NULL)
      SELECT coalesce(extract(epoch FROM now() - min(d.due_at)), 0)::float8 FROM waiting w CROSS JOIN LATERAL (
        SELECT x.due_at FROM public.webhook_deliveries x
        WHERE x.webhook_id = w.id AND x.status = 'PENDING' AND x.due_at <= now() ORDER BY x.due_at LIMIT 1) d
      WHERE w.id IS NOT NULL $$;
