import { NotCapturable, type TableName } from '../../rows/call/payload.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell, Reference } from '../../rows/table/table.js';
import type { Column, Table } from '../sql.js';
import { survey } from './survey.js';

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
  const { table: surveyed } = await survey(session, { schema: wanted.schema, name: wanted.name });
  if (surveyed === null) throw new NotCapturable(`there is no table ${label}`);
  const { found, attributes, referring } = surveyed;
  const [oid, schema, name, kind, hasRules, hasChildren, hasTriggers, recent] = found.map(String);
  // The server compares the first 63 bytes alone, and policies the whole name.
  if (name !== wanted.name) throw new NotCapturable(`there is no table ${label}`);
  if (recent !== 'true') throw new NotCapturable('PostgreSQL 13 or newer is needed');
  const notATable = KINDS.get(kind ?? '');
  if (notATable !== undefined) throw new NotCapturable(`${label} is ${notATable}, not a table`);
  if (hasRules === 'true') throw new NotCapturable(`${label} has rewrite rules`);
  if (hasChildren === 'true') throw new NotCapturable(`${label} has child tables, so its key does not identify a row`);
  if (schema === 'pg_catalog' || schema === 'information_schema') throw new NotCapturable(`${label} is a system table`);

  const key = attributes.filter((row) => row[6] !== null).toSorted((a, b) => Number(a[6]) - Number(b[6]));
  if (key.length === 0) throw new NotCapturable(`${label} has no primary key`);
  return {
    id: oid ?? '',
    schema: schema ?? '',
    name: name ?? '',
    columns: attributes.map(toColumn),
    key: key.map(toColumn),
    triggers: hasTriggers === 'true' ? 'some' : 'none',
    references: referring.map(toReference),
  };
}

function toColumn([name, type, bareType, baseType, kind, generated, , id]: Cell[]): Column {
  return {
    name: String(name),
    id: String(id),
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
