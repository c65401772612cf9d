-- Every row that goes when a session is deleted, its own first. The catalogue says which tables refer to it with ON DELETE
-- CASCADE, directly or through others, so a table of a module to come is not forgotten. A row is locked before the rows that
-- refer to it are read: a transaction that would add one waits, and fails. A row that refers to another of its own table has
-- to belong to the session by itself. Where the catalogue or a row has what this cannot follow, it raises an error, and the
-- session stays.
CREATE OR REPLACE FUNCTION rows_of_session(organization uuid, session uuid) RETURNS TABLE (relation text, line text)
LANGUAGE plpgsql SET enable_seqscan = off
AS $$
DECLARE
  conditions jsonb := '{"sessions": "t.id = $2"}';
  hanging record;
  circle record;
  condition text;
  goes_along boolean;
BEGIN
  FOR hanging IN
    WITH RECURSIVE referring (oid, depth) AS (
      SELECT 'public.sessions'::regclass::oid, 0
      UNION ALL
      SELECT k.conrelid, r.depth + 1 FROM referring r
      JOIN pg_constraint k
        ON k.confrelid = r.oid AND k.contype = 'f' AND k.confdeltype = 'c' AND k.conrelid <> k.confrelid
    ) CYCLE oid SET is_circle USING way
    SELECT r.oid, r.oid::regclass::text AS name, max(r.depth) AS depth, bool_or(r.is_circle) AS is_circle
    FROM referring r GROUP BY r.oid ORDER BY max(r.depth), 2
  LOOP
    IF hanging.is_circle THEN
      RAISE EXCEPTION 'the foreign keys of % lead back to it', hanging.name USING ERRCODE = 'feature_not_supported';
    END IF;
    condition := conditions ->> hanging.name;
    IF condition IS NULL THEN
      IF EXISTS (
        SELECT FROM pg_constraint k
        CROSS JOIN LATERAL (SELECT count(*) AS columns FROM pg_attribute a
          WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname <> 'organization_id') c
        WHERE k.conrelid = hanging.oid AND k.contype = 'f' AND k.confdeltype = 'c' AND c.columns > 1
          AND conditions ? (k.confrelid::regclass::text))
      THEN
        RAISE EXCEPTION 'a foreign key of % has more than one column besides the organization', hanging.name
          USING ERRCODE = 'feature_not_supported';
      END IF;
      SELECT string_agg(
        CASE WHEN k.confrelid = 'public.sessions'::regclass THEN format('t.%I = $2', a.attname)
        ELSE format('t.%I = ANY (ARRAY(SELECT t.%I FROM %s t WHERE t.organization_id = $1 AND (%s)))',
          a.attname, f.attname, k.confrelid::regclass, conditions ->> (k.confrelid::regclass::text)) END, ' OR ')
      INTO condition
      FROM pg_constraint k
      CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (own, foreign_one)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own AND a.attname <> 'organization_id'
      JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = pair.foreign_one
      WHERE k.conrelid = hanging.oid AND k.contype = 'f' AND k.confdeltype = 'c'
        AND conditions ? (k.confrelid::regclass::text);
      conditions := conditions || jsonb_build_object(hanging.name, condition);
    END IF;
    -- A line break between the members of a json column is replaced by a space: one row is one line.
    RETURN QUERY EXECUTE format(
      'SELECT %1$L, translate(json_build_object(''table'', %1$L, ''row'', row_to_json(t))::text, E''\n\r'', ''  '')
       FROM %2$s t WHERE t.organization_id = $1 AND (%3$s) FOR UPDATE',
      hanging.name, hanging.oid::regclass, condition)
      USING organization, session;
    FOR circle IN
      SELECT string_agg(format('t.%I = o.%I', a.attname, f.attname), ' AND ') AS refers
      FROM pg_constraint k
      CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (own, foreign_one)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own
      JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = pair.foreign_one
      WHERE k.conrelid = hanging.oid AND k.confrelid = hanging.oid AND k.contype = 'f' AND k.confdeltype = 'c'
      GROUP BY k.oid
    LOOP
      EXECUTE format(
        'SELECT EXISTS (SELECT FROM (SELECT t.* FROM %1$s t WHERE t.organization_id = $1 AND (%2$s)) o
           JOIN %1$s t ON %3$s WHERE (t.organization_id = $1 AND (%2$s)) IS NOT TRUE)',
        hanging.oid::regclass, condition, circle.refers)
        INTO goes_along USING organization, session;
      IF goes_along THEN
        RAISE EXCEPTION 'a foreign key of % leads to rows of another session', hanging.name
          USING ERRCODE = 'feature_not_supported';
      END IF;
    END LOOP;
  END LOOP;
END $$;
