-- Inserts rows as `rows_of_session` and `rows_of_organization` wrote them: lines of one table, which have the same columns. Where
-- `app.rows_as_written` is on, no trigger counts, tells or changes them.
CREATE OR REPLACE FUNCTION put_rows(relation regclass, lines json) RETURNS integer LANGUAGE plpgsql
AS $$
DECLARE
  columns text;
  inserted integer;
BEGIN
  SELECT string_agg(quote_ident(name), ', ') INTO columns FROM json_object_keys(lines -> 0 -> 'row') AS name;
  EXECUTE format(
    'INSERT INTO %1$s (%2$s) SELECT %2$s FROM json_populate_recordset(NULL::%1$s, (SELECT json_agg(line -> ''row'') FROM json_array_elements($1) AS line))',
    relation, columns) USING lines;
  GET DIAGNOSTICS inserted = ROW_COUNT;
  RETURN inserted;
END $$;
