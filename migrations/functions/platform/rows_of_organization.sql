-- The rows of an organization in one table, each as a line, in the order of the primary key, or of their text where there is none.
-- The columns in `without` mean something in this database only.
CREATE OR REPLACE FUNCTION rows_of_organization(organization uuid, relation regclass, without name[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  columns text;
  places text;
  owner name;
BEGIN
  SELECT string_agg(format('t.%I', a.attname), ', ' ORDER BY a.attnum), min(a.attname) FILTER (WHERE a.attname = 'organization_id')
  INTO columns, owner
  FROM pg_attribute a
  WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (without);
  SELECT string_agg(format('t.%I', a.attname), ', ' ORDER BY k.place) INTO places
  FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::smallint[]) WITH ORDINALITY AS k(number, place)
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
  WHERE i.indrelid = relation AND i.indisprimary;
  -- A line break between the members of a json column is replaced by a space: one row is one line.
  RETURN QUERY EXECUTE format(
    'SELECT translate(json_build_object(''table'', %1$L, ''row'', row_to_json(x))::text, E''\n\r'', ''  '')
     FROM (SELECT %2$s FROM %3$s t WHERE t.%4$I = $1 ORDER BY %5$s) x',
    relation::text, columns, relation, coalesce(owner, 'id'), coalesce(places, 't::text')) USING organization;
END $$;
