import type { Json, JsonObject } from '../../connector.js';
import { columnOf } from '../call/columns.js';
import { conditions, NotCapturable, tableName } from '../call/payload.js';
import { type Operands, whereOf } from '../call/where.js';
import type { Cell, Column, Table } from '../table/table.js';

/** A statement with what stands for its parameters. */
export interface ReadStatement {
  readonly sql: string;
  readonly params: readonly Cell[];
}

/** The dialect's SQL for the parts of a read. */
export interface ReadDialect<C extends Column> {
  quote(name: string): string;
  qualified(table: Table<C>): string;
  operandsIn(params: Cell[]): Operands<C>;
  /** The place of a text, which is appended to the parameters. */
  place(params: Cell[], text: string): string;
  /** The condition that a field, as text, holds the pattern, in any case. */
  like(field: string, pattern: string): string;
  /** Schemas of the database itself, which are not listed. */
  readonly system: readonly string[];
  /** Names and columns of the indexes of a table. @param places of schema and name */
  indexes(schema: string, name: string): string;
}

const DEFAULT_LIMIT = 100;

/** The statement of a `rows.*` read. @param table the table found in the catalogue. @throws NotCapturable */
export function rowsStatement<C extends Column>(
  dialect: ReadDialect<C>,
  verb: string,
  table: Table<C>,
  payload: JsonObject,
): ReadStatement {
  const params: Cell[] = [];
  const from = `FROM ${dialect.qualified(table)} t WHERE ${conditionOf(dialect, verb, table, payload, params)}`;
  if (verb === 'count') return { sql: `SELECT count(*) AS count ${from}`, params };
  const { limit = verb === 'get' ? 1 : DEFAULT_LIMIT, offset = 0 } = payload;
  const order = ordered(dialect, table, payload.order);
  // A search names the columns that it looks at, and answers whole rows.
  const columns = verb === 'search' ? 't.*' : listOf(dialect, table, payload.columns);
  return {
    sql: `SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
    params,
  };
}

function conditionOf<C extends Column>(
  dialect: ReadDialect<C>,
  verb: string,
  table: Table<C>,
  { match = {}, text, columns }: JsonObject,
  params: Cell[],
): string {
  if (verb !== 'search') return whereOf(table, conditions(match), dialect.operandsIn(params));
  const pattern = `%${String(text).replaceAll(/[\\%_]/g, (one) => `\\${one}`)}%`;
  const searched = namesIn(columns)?.map((name) => columnOf(table, name)) ?? table.columns;
  return searched
    .map(({ name }) => dialect.like(`t.${dialect.quote(name)}`, dialect.place(params, pattern)))
    .join(' OR ');
}

const namesIn = (columns: Json | undefined) => (Array.isArray(columns) ? columns.map(String) : null);

function listOf<C extends Column>({ quote }: ReadDialect<C>, table: Table<C>, columns: Json | undefined): string {
  const names = namesIn(columns);
  return names === null ? 't.*' : names.map((name) => `t.${quote(columnOf(table, name).name)}`).join(', ');
}

/** The order ends with the key, so that pages do not overlap. */
function ordered<C extends Column>({ quote }: ReadDialect<C>, table: Table<C>, order: Json | undefined): string {
  const asked = (Array.isArray(order) ? order : []).map((one) => {
    const { column, direction } = one as { column: string; direction?: string };
    return `t.${quote(columnOf(table, column).name)}${direction === 'desc' ? ' DESC' : ''}`;
  });
  return [...asked, ...table.key.map(({ name }) => `t.${quote(name)}`)].join(', ');
}

/** The statement of a catalogue read. @param found the table that the payload names; null when it names none */
export function catalogueStatement<C extends Column>(
  dialect: ReadDialect<C>,
  name: string,
  found: Table<C> | null,
  { schema }: JsonObject,
): ReadStatement {
  const params: Cell[] = [];
  const place = (text: string) => dialect.place(params, text);
  const where = (column: string, of: string) =>
    `${column} = ${place(found?.schema ?? '')} AND ${of} = ${place(found?.name ?? '')}`;
  const within = (column: string) =>
    typeof schema === 'string'
      ? `${column} = ${place(schema)}`
      : `${column} NOT IN (${dialect.system.map((one) => place(one)).join(', ')})`;
  const sql = catalogueSql(dialect, name, where, within, place, found);
  if (sql === null) throw new NotCapturable(`${name} is no read`);
  return { sql, params };
}

function catalogueSql<C extends Column>(
  dialect: ReadDialect<C>,
  name: string,
  where: (schema: string, of: string) => string,
  within: (column: string) => string,
  place: (text: string) => string,
  found: Table<C> | null,
): string | null {
  switch (name) {
    case 'schemas.list':
      return `SELECT schema_name AS name FROM information_schema.schemata WHERE ${within('schema_name')} ORDER BY 1`;
    case 'tables.list':
      return `SELECT table_schema AS "schema", table_name AS name, table_type AS type FROM information_schema.tables WHERE ${within('table_schema')} ORDER BY 1, 2`;
    case 'columns.list':
      return `SELECT column_name AS name, data_type AS type, is_nullable AS nullable, column_default AS "default" FROM information_schema.columns WHERE ${where('table_schema', 'table_name')} ORDER BY ordinal_position`;
    case 'constraints.list':
      return `SELECT c.constraint_name AS name, c.constraint_type AS type, k.column_name AS "column" FROM information_schema.table_constraints c LEFT JOIN information_schema.key_column_usage k ON k.constraint_schema = c.constraint_schema AND k.constraint_name = c.constraint_name AND k.table_name = c.table_name WHERE ${where('c.table_schema', 'c.table_name')} ORDER BY 1, k.ordinal_position`;
    case 'indexes.list':
      return dialect.indexes(place(found?.schema ?? ''), place(found?.name ?? ''));
    case 'triggers.list':
      return `SELECT trigger_name AS name, event_manipulation AS event, action_timing AS timing, action_statement AS statement FROM information_schema.triggers WHERE ${where('event_object_schema', 'event_object_table')} ORDER BY 1`;
    case 'views.list':
      return `SELECT table_schema AS "schema", table_name AS name, view_definition AS definition FROM information_schema.views WHERE ${within('table_schema')} ORDER BY 1, 2`;
    case 'routines.list':
      return `SELECT routine_schema AS "schema", routine_name AS name, routine_type AS type, data_type AS returns FROM information_schema.routines WHERE ${within('routine_schema')} ORDER BY 1, 2`;
    default:
      return null;
  }
}

/** The statement of a read, once the table that it names is found. @throws NotCapturable */
export async function readOf<C extends Column>(
  dialect: ReadDialect<C>,
  name: string,
  payload: JsonObject,
  find: (wanted: ReturnType<typeof tableName>) => Promise<Table<C>>,
): Promise<ReadStatement> {
  const found = payload.table === undefined ? null : await find(tableName(payload.table));
  if (!name.startsWith('rows.')) return catalogueStatement(dialect, name, found, payload);
  if (found === null) throw new NotCapturable('the payload names no table');
  return rowsStatement(dialect, name.slice('rows.'.length), found, payload);
}
