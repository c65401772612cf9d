import { NotCapturable, type TableName } from '../../rows/call/payload.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell, Reference } from '../../rows/table/table.js';
import type { Column, Table } from '../sql.js';

const FIND_TABLE = `
  SELECT c.oid::text, n.nspname, c.relname, c.relkind, c.relhasrules::text,
         (c.relkind = 'r' AND EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid))::text,
         EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)::text,
         (current_setting('server_version_num')::int >= 130000)::text
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
     AND CASE WHEN $2::text IS NULL THEN pg_catalog.pg_table_is_visible(c.oid) ELSE n.nspname = $2 END`;

const FIND_COLUMNS = `
  SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), pg_catalog.format_type(a.atttypid, -1),
         pg_catalog.format_type(b.oid, -1),
         CASE WHEN b.typcategory = 'A' THEN 'array'
              WHEN b.oid = 'pg_catalog.json'::regtype THEN 'json'
              WHEN b.oid = 'pg_catalog.jsonb'::regtype THEN 'jsonb'
              WHEN t.oid IN (20, 21, 23) THEN 'integer' ELSE 'other' END,
         (a.attgenerated <> '')::text,
         pg_catalog.array_position(p.indkey::int2[], a.attnum)::text
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
    LEFT JOIN pg_catalog.pg_index p ON p.indrelid = a.attrelid AND p.indisprimary AND p.indisvalid
   WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
   ORDER BY a.attnum`;

const FIND_REFERENCES = `
  SELECT n.nspname, c.relname, f.confdeltype, f.confupdtype,
         (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(x.attname, y.attname))
            FROM unnest(f.conkey, f.confkey) AS k(child, parent)
            JOIN pg_catalog.pg_attribute x ON x.attrelid = f.conrelid AND x.attnum = k.child
            JOIN pg_catalog.pg_attribute y ON y.attrelid = f.confrelid AND y.attnum = k.parent)::text
    FROM pg_catalog.pg_constraint f
    JOIN pg_catalog.pg_class c ON c.oid = f.conrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_constraint whole ON whole.oid = f.conparentid
   WHERE f.contype = 'f' AND f.confrelid = $1::oid AND whole.confrelid IS DISTINCT FROM f.confrelid`;

const KINDS = new Map([
  ['v', 'a view'],
  ['m', 'a materialized view'],
  ['f', 'a foreign table'],
]);

/**
 * Finds a table in the catalogue of the database; statements name only tables that were found there.
 * @throws NotCapturable when there is none, or none whose rows can be identified
 */
export async function resolveTable(session: Session, wanted: TableName): Promise<Table> {
  const label = wanted.schema === null ? wanted.name : `${wanted.schema}.${wanted.name}`;
  const [found] = await session.rows(FIND_TABLE, [wanted.name, wanted.schema]);
  if (found === undefined) throw new NotCapturable(`there is no table ${label}`);
  const [oid, schema, name, kind, hasRules, hasChildren, hasTriggers, recent] = found.map(String);
  // The server compares the first 63 bytes alone, and policies the whole name.
  if (name !== wanted.name) throw new NotCapturable(`there is no table ${label}`);
  if (recent !== 'true') throw new NotCapturable('PostgreSQL 13 or newer is needed');
  const notATable = KINDS.get(kind ?? '');
  if (notATable !== undefined) throw new NotCapturable(`${label} is ${notATable}, not a table`);
  if (hasRules === 'true') throw new NotCapturable(`${label} has rewrite rules`);
  if (hasChildren === 'true') throw new NotCapturable(`${label} has child tables, so its key does not tell rows apart`);
  if (schema === 'pg_catalog' || schema === 'information_schema') throw new NotCapturable(`${label} is a system table`);

  const attributes = await session.rows(FIND_COLUMNS, [oid ?? '']);
  const references = await session.rows(FIND_REFERENCES, [oid ?? '']);
  const key = attributes.filter((row) => row[6] !== null).sort((a, b) => Number(a[6]) - Number(b[6]));
  if (key.length === 0) throw new NotCapturable(`${label} has no primary key`);
  return {
    id: oid ?? '',
    schema: schema ?? '',
    name: name ?? '',
    columns: attributes.map(toColumn),
    key: key.map(toColumn),
    triggers: hasTriggers === 'true' ? 'some' : 'none',
    references: references.map(toReference),
  };
}

function toColumn([name, type, bareType, baseType, kind, generated]: Cell[]): Column {
  return {
    name: String(name),
    type: String(type),
    bareType: String(bareType),
    baseType: String(baseType),
    kind: kind as Column['kind'],
    generated: generated === 'true',
  };
}

/** a: no action, r: restrict; the others (cascade, set null, set default) change the referencing rows. */
function toReference([schema, name, onDelete, onUpdate, columns]: Cell[]): Reference {
  return {
    schema: String(schema),
    name: String(name),
    columns: JSON.parse(columns ?? '[]'),
    changesOnDelete: !['a', 'r'].includes(onDelete ?? ''),
    changesOnUpdate: !['a', 'r'].includes(onUpdate ?? ''),
  };
}
