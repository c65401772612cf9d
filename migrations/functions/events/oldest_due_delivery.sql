-- Says for how many seconds the oldest of the due deliveries has been due, of any receiver; 0 when none is.
CREATE OR REPLACE FUNCTION oldest_due_delivery() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(x.due_at)), 0)::float8 FROM public.due_deliveries(NULL, 1, '{}') d
      JOIN public.webhook_deliveries x ON x.organization_id = d.organization_id AND x.id = d.delivery_id $$;
