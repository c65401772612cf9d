-- Organizations with changes to be folded, in order and after the one given; a look-up, by leaps over the index.
CREATE OR REPLACE FUNCTION unfolded_organizations(after uuid, at_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH RECURSIVE found (id) AS (
    (SELECT organization_id FROM public.metric_changes WHERE organization_id > after ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT c.organization_id FROM public.metric_changes c WHERE c.organization_id > f.id ORDER BY 1 LIMIT 1)
    FROM found f WHERE f.id IS NOT NULL
  )
  SELECT id FROM found WHERE id IS NOT NULL LIMIT at_most
$$;
