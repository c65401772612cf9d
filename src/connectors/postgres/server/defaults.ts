import { inspect } from '#sql/postgres/findings';
import { NotParsed } from '#sql/postgres/grammar';
import { NotCapturable } from '../../rows/call/payload.js';
import type { Session } from '../../rows/table/session.js';
import type { Row } from '../../rows/table/table.js';
import { parse } from '../query/parser.js';
import { requireHarmlessNames } from '../query/reading/catalogue.js';
import { type Column, qualified, type Table } from '../sql.js';

const FIND_DEFAULTS = `
  SELECT a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid),
         (a.attidentity <> '' OR (d.adbin IS NULL AND t.typdefault IS NOT NULL))::text
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attrelid = ($1::regclass)::oid AND a.attname = ANY ($2::text[])`;

/** Constants, and NULL when a column has no default. A default that calls a function may differ each time. */
export async function defaultsOf(session: Session, table: Table, columns: readonly Column[]): Promise<Row> {
  const names = columns.map(({ name }) => name);
  const found = await session.rows(FIND_DEFAULTS, [qualified(table), names]);
  const known: Record<string, string | null> = {};
  for (const [name, expression, isOfType] of found) {
    const column = columns.find((candidate) => candidate.name === name);
    if (column === undefined || isOfType === 'true') continue;
    if (expression === null || expression === undefined) known[column.name] = null;
    else if (await isConstant(session, expression)) {
      const [row] = await session.rows(`SELECT (${expression})::${column.type}::text`);
      known[column.name] = row?.[0] ?? null;
    }
  }
  return known;
}

const FIND_COMPUTED = `
  SELECT a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid), (a.attidentity <> '')::text
    FROM pg_catalog.pg_attribute a
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attrelid = ($1::regclass)::oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     AND (a.attidentity <> '' OR d.adbin IS NOT NULL)`;

/** Identity columns, and those whose default is no constant. */
export async function drawnOf(session: Session, table: Table): Promise<ReadonlySet<string>> {
  const drawn = new Set<string>();
  for (const [name, expression, isIdentity] of await session.rows(FIND_COMPUTED, [qualified(table)]))
    if (isIdentity === 'true' || !(await isConstant(session, String(expression)))) drawn.add(String(name));
  return drawn;
}

async function isConstant(session: Session, expression: string): Promise<boolean> {
  try {
    const { statements } = await parse(`SELECT ${expression}`);
    const { objection, moment, asker, fresh, names, calls } = inspect(statements, 'read');
    if (objection !== null || moment || asker || fresh || calls.size > 0 || names.relations.size > 0) return false;
    await requireHarmlessNames(session, names, 'condition');
    return true;
  } catch (error) {
    if (error instanceof NotParsed || error instanceof NotCapturable) return false;
    throw error;
  }
}
