/** Selects every table with rows of organizations, also tables of future migrations. */
export const OWNED_TABLES = `
  SELECT format('%I', c.relname) AS name,
    ARRAY(SELECT format('%I', r.relname) FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f') AS "refersTo",
    (SELECT a.attname::text
     FROM pg_constraint k
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey) AND a.attname <> 'organization_id' AND a.attnotnull
     WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'public.sessions'::regclass
     LIMIT 1) AS "sessionColumn"
  FROM pg_class c
  JOIN pg_attribute o ON o.attrelid = c.oid AND o.attname = 'organization_id' AND NOT o.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;
