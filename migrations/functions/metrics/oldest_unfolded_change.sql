-- Says for how many seconds the oldest change has waited to be folded into the totals, of any organization; 0 when none waits.
CREATE OR REPLACE FUNCTION oldest_unfolded_change() RETURNS float8 LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT coalesce(extract(epoch FROM now() - min(c.at)), 0)::float8 FROM public.metric_changes c $$;
