import { isWord } from '#sql/mysql/tokens';
import type { Json, JsonObject } from '../../connector.js';
import { MAX_ROWS, NotCapturable } from '../../rows/call/payload.js';
import { foreseeFilled } from '../../rows/capture/defaults.js';
import { proofOf } from '../../rows/capture/insert-proof.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { dialect } from '../dialect.js';
import { resolveTable } from '../server/table.js';
import { type Column, qualified, type Table } from '../sql.js';
import { duplicatesOf } from './capture-duplicates.js';
import { expressionOf, literalOf, type Piece, type Scope } from './expression.js';
import type { InsertStatement, Selection } from './statement.js';

interface Inserted {
  readonly row: JsonObject;
  /** The columns that the statement sets. */
  readonly set: readonly string[];
}

/**
 * The proof that will distinguish its rows from existing ones, and the values that they will hold.
 * @throws NotCapturable
 */
export async function insertOf(session: Session, table: Table, statement: InsertStatement) {
  if (statement.rows.length > MAX_ROWS) {
    throw new NotCapturable(`${statement.rows.length} rows are inserted; at most ${MAX_ROWS} are kept`);
  }
  const columns = columnsOf(table, statement);
  const inserted: Inserted[] = statement.selected ? await selectedRows(session, columns, statement.selected) : [];
  for (const pieces of statement.rows) inserted.push(await rowOf(session, columns, pieces));
  const rows = inserted.map(({ row }) => row);
  const given = inserted.map(({ row, set }) => ({ set, known: Object.keys(row) }));
  const filled = await foreseeFilled(dialect, session, table, given);
  if (!statement.orNothing && statement.updates === null) {
    const proof = await proofOf(dialect, session, table, { kind: 'insert', table, rows });
    return { ...filled, proof, there: [], effect: { rows, ...(statement.selected && { isSelected: true }) } };
  }
  return duplicatesOf(session, table, statement, rows, filled);
}

/**
 * The rows that the query gives now.
 * @throws NotCapturable when it may give other rows at another time, or too many
 */
async function selectedRows(
  session: Session,
  columns: readonly Column[],
  { pieces, where, table: name, alias }: Selection,
): Promise<Inserted[]> {
  if (pieces.length !== columns.length) throw new NotCapturable('it inserts another number of values than of columns');
  const table = await resolveTable(session, name);
  const scope: Scope = { table, names: [alias ?? name.name] };
  const values = pieces.map((piece) => expressionOf(piece, scope));
  const condition = where.tokens.length > 0 ? expressionOf(where, scope) : null;
  if (condition?.moment || condition?.fresh) throw new NotCapturable('which rows it inserts depends on the moment');
  const known = columns.flatMap((column, i) => {
    const value = values[i];
    return value && !value.moment && !value.fresh ? [{ column, ...value }] : [];
  });
  const list = ['1', ...known.map(({ column, sql }) => textOf(column, sql))].join(', ');
  const filter = condition ? ` WHERE (${condition.sql})` : '';
  const params = [...known.flatMap((one) => one.params), ...(condition?.params ?? [])];
  const rows = await session.rows(`SELECT ${list} FROM ${qualified(table)} t${filter} LIMIT ${MAX_ROWS + 1}`, params);
  if (rows.length > MAX_ROWS) throw new NotCapturable(`more rows are inserted than the ${MAX_ROWS} that are kept`);
  const set = columns.map((column) => column.name);
  return rows.map(([, ...cells]) => ({
    set,
    row: Object.fromEntries(known.map(({ column }, i) => [column.name, jsonOf(column, cells[i] ?? null)])),
  }));
}

const textOf = ({ kind }: Column, sql: string) => (kind === 'bytes' ? `TO_BASE64(${sql})` : `CAST(${sql} AS CHAR)`);

/** The value in the form of a payload. */
const jsonOf = ({ kind }: Column, cell: Cell): Json =>
  kind === 'bytes' && cell !== null ? { $base64: cell.replaceAll('\n', '') } : cell;

function columnsOf(table: Table, { columns }: InsertStatement): readonly Column[] {
  return (
    columns?.map((name) => {
      const found = table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (found === undefined) throw new NotCapturable(`the table has no column ${name}`);
      return found;
    }) ?? table.columns
  );
}

async function rowOf(session: Session, columns: readonly Column[], pieces: readonly Piece[]): Promise<Inserted> {
  if (pieces.length > 0 && pieces.length !== columns.length) {
    throw new NotCapturable('it inserts another number of values than of columns');
  }
  const row: Record<string, Json> = {};
  const set: string[] = [];
  for (const [i, piece] of pieces.entries()) {
    const column = columns[i];
    if (column === undefined || (piece.tokens.length === 1 && isWord(piece.tokens[0], 'default'))) continue;
    set.push(column.name);
    const value = literalOf(piece, column) ?? (await asked(session, piece));
    if (value !== undefined) row[column.name] = value;
  }
  return { row, set };
}

/** The value of an expression; undefined when it is new each time, or differs from moment to moment. */
async function asked(session: Session, piece: Piece): Promise<Json | undefined> {
  const { sql, params, moment, fresh } = expressionOf(piece, { table: null, names: [] });
  if (moment || fresh) return undefined;
  const [found] = await session.rows(`SELECT CAST(${sql} AS CHAR)`, params);
  return found?.[0] ?? null;
}
