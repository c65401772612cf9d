import type { Json, JsonObject } from '../../connector.js';
import { foreseeFilled } from '../../rows/defaults.js';
import { proofOf } from '../../rows/insert-proof.js';
import { MAX_ROWS, NotCapturable } from '../../rows/payload.js';
import type { Session } from '../../rows/session.js';
import { dialect } from '../dialect.js';
import type { Column, Table } from '../sql.js';
import { duplicatesOf } from './capture-duplicates.js';
import { expressionOf, literalOf, type Piece } from './expression.js';
import type { InsertStatement } from './statement.js';
import { isWord } from './tokens.js';

interface Inserted {
  readonly row: JsonObject;
  /** The columns that the statement sets. */
  readonly set: readonly string[];
}

/** How its rows will be told from those that are there, and what they will hold. @throws NotCapturable */
export async function insertOf(session: Session, table: Table, statement: InsertStatement) {
  if (statement.rows.length > MAX_ROWS) {
    throw new NotCapturable(`${statement.rows.length} rows are inserted; at most ${MAX_ROWS} are kept`);
  }
  const columns = columnsOf(table, statement);
  const inserted: Inserted[] = [];
  for (const pieces of statement.rows) inserted.push(await rowOf(session, columns, pieces));
  const rows = inserted.map(({ row }) => row);
  const given = inserted.map(({ row, set }) => ({ set, known: Object.keys(row) }));
  const filled = await foreseeFilled(dialect, session, table, given);
  if (!statement.orNothing && statement.updates === null) {
    const proof = await proofOf(dialect, session, table, { kind: 'insert', table, rows });
    return { ...filled, proof, there: [], effect: { rows } };
  }
  return duplicatesOf(session, table, statement, rows, filled);
}

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

/** What an expression gives; undefined where that is new each time, or another one at each moment. */
async function asked(session: Session, piece: Piece): Promise<Json | undefined> {
  const { sql, params, moment, fresh } = expressionOf(piece, { table: null, names: [] });
  if (moment || fresh) return undefined;
  const [found] = await session.rows(`SELECT CAST(${sql} AS CHAR)`, params);
  return found?.[0] ?? null;
}
