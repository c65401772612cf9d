import { isFields, nodeOf, pathOf } from '#sql/postgres/tree';
import { columnOf } from '../../rows/call/columns.js';
import { NotCapturable } from '../../rows/call/payload.js';
import { refuseTooMuch, refuseUnrestorable } from '../../rows/capture/capture-limits.js';
import { cell, toRow } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import type { Row } from '../../rows/table/table.js';
import { dialect } from '../dialect.js';
import { asText, type Column, columnar, qualified, quote, type Table, unnested } from '../sql.js';
import type { Selection } from './selection.js';
import { parametersOf, type StatementCall } from './statement-call.js';
import { addedIn } from './sums.js';
import type { Assignment, InsertStatement } from './write-statement.js';

interface Updates {
  /** The rows that are there, and that its DO UPDATE would change. */
  readonly rows: readonly Row[];
  readonly values: Record<string, string>;
  readonly added: Record<string, string>;
  readonly after: readonly Row[];
  readonly countPerUpdate: 1;
}

/**
 * The changes that ON CONFLICT DO UPDATE would make to existing rows.
 * @param known the known values of each row that it would insert
 * @throws NotCapturable
 */
export async function updatesOf(
  session: Session,
  table: Table,
  statement: InsertStatement,
  selection: Selection,
  call: StatementCall,
  known: readonly Row[],
): Promise<Updates> {
  const { conflict, target } = statement;
  const arbiter = (conflict?.columns ?? []).map((name) => columnOf(table, name));
  const assigned = (conflict?.assignments ?? []).flatMap((assignment, i) =>
    isItself(assignment, arbiter) ? [] : [{ ...assignment, sql: selection.expressions[i] ?? null }],
  );
  refuseUnrestorable(
    dialect,
    table,
    assigned.map(({ column }) => columnOf(table, column)),
  );
  const isKnown = (name: string) => known.every((row) => Object.hasOwn(row, name));
  if (conflict?.where && !excludedIn(conflict.where).every(isKnown)) {
    throw new NotCapturable('which rows it updates depends on values that are not known before');
  }
  const asked = assigned.filter(({ sql, expression }) => sql !== null && excludedIn(expression).every(isKnown));
  const columns = table.columns.filter(({ name }) => isKnown(name));
  const alias = quote(target.alias ?? table.name);
  const parameters = parametersOf(call.values, selection.parameters);
  const texts = asked.map(({ column, sql }) => `(${sql})::${columnOf(table, column).type}::text`);
  const own = arbiter.map(({ name }) => `${alias}.${quote(name)} = excluded.${quote(name)}`);
  const where = [...own, ...(selection.where === '' ? [] : [`(${selection.where})`])].join(' AND ');
  // Names without a table belong to the inner table, as in DO UPDATE.
  const found = await session.rows(
    `${selection.prefix} SELECT found.* FROM ${excluded(columns, parameters.length + 1)}
      CROSS JOIN LATERAL (SELECT ${[asText(table.columns, alias), ...texts].join(', ')}
                            FROM ${qualified(table)} AS ${alias} WHERE ${where}) AS found`,
    [
      ...parameters,
      ...columnar(
        columns.length,
        known.map((row) => columns.map(({ name }) => cell(row, name))),
      ),
    ],
  );
  refuseTooMuch(found.length, Buffer.byteLength(JSON.stringify(found)), null);
  const width = table.columns.length;
  return {
    rows: found.map((cells) => toRow(table.columns, cells)),
    after: found.map((cells) =>
      toRow(
        asked.map(({ column }) => ({ name: column })),
        cells.slice(width),
      ),
    ),
    values: Object.fromEntries(assigned.map(({ column, sql }) => [column, sql ?? '…'])),
    added: addedIn({ ...statement, verb: 'update', assignments: assigned, from: [], where: null }, call.values),
    countPerUpdate: 1,
  };
}

/** The rows that were to be inserted, under the name that DO UPDATE knows them by. */
function excluded(columns: readonly Column[], from: number): string {
  const cells = columns.map(({ name, type }, i) => `v.c${i}::${type} AS ${quote(name)}`).join(', ');
  return `(SELECT ${cells} FROM ${unnested(columns.length, 'v', { from })}) AS excluded`;
}

/** `id = excluded.id`, where a row is found by that very column. */
function isItself({ column, expression }: Assignment, arbiter: readonly Column[]): boolean {
  const path = pathOf(nodeOf(expression, 'ColumnRef')?.fields);
  return path.join('.') === `excluded.${column}` && arbiter.some(({ name }) => name === column);
}

/** The columns of EXCLUDED that a tree names; `*` where it names all of them. */
function excludedIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(excludedIn);
  if (!isFields(tree)) return [];
  const [first, second, ...more] = pathOf(nodeOf(tree, 'ColumnRef')?.fields);
  const own = first === 'excluded' ? [more.length === 0 && second ? second : '*'] : [];
  return [...own, ...Object.values(tree).flatMap(excludedIn)];
}
