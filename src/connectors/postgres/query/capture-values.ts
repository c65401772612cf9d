import { columnOf } from '../../rows/call/columns.js';
import { MAX_ROWS, NotCapturable } from '../../rows/call/payload.js';
import { refuseTooMuch } from '../../rows/capture/capture-limits.js';
import { foreseeFilled } from '../../rows/capture/defaults.js';
import { proofOf } from '../../rows/capture/insert-proof.js';
import { toRow } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import type { Row } from '../../rows/table/table.js';
import { dialect } from '../dialect.js';
import type { Column, Table } from '../sql.js';
import type { Selection, sourceOf } from './selection.js';
import { parametersOf, type StatementCall } from './statement-call.js';
import { type Conflict, type InsertStatement, widthOf } from './write-statement.js';

/** The values that each row would hold, and the columns that the statement sets; an unforeseeable value is left out. */
export async function predictedRows(
  session: Session,
  table: Table,
  statement: InsertStatement,
  selection: Selection,
  call: StatementCall,
): Promise<PredictedRow[]> {
  const { rows } = statement;
  if (rows.length > MAX_ROWS) {
    throw new NotCapturable(`${rows.length} rows are inserted; at most ${MAX_ROWS} are kept`);
  }
  const columns = statement.columns?.map((name) => columnOf(table, name)) ?? table.columns;
  const width = Math.max(...rows.map((row) => row.length));
  if (width > columns.length) throw new NotCapturable('it inserts more values than there are columns');
  const texts: string[] = [];
  const places: { row: number; column: Column }[] = [];
  let at = 0;
  rows.forEach((row, index) => {
    row.forEach((_, i) => {
      const expression = selection.expressions[at];
      const column = columns[i];
      at += 1;
      if (expression == null || column === undefined) return;
      texts.push(`(${expression})::${column.type}::text`);
      places.push({ row: index, column });
    });
  });
  const cells = await evaluate(session, selection, texts, parametersOf(call.values, selection.parameters));
  return rows.map((items, index) => ({
    set: items.flatMap(({ expression }, i) => (expression === null ? [] : (columns[i]?.name ?? []))),
    row: Object.fromEntries(
      places.flatMap(({ row, column }, i): [string, string | null][] =>
        row === index ? [[column.name, cells[i] ?? null]] : [],
      ),
    ),
  }));
}

/** The rows that the query of INSERT … SELECT gives now. @throws NotCapturable when these are too many */
export async function selectedRows(
  session: Session,
  table: Table,
  statement: InsertStatement,
  { prefix, source, parameters }: Awaited<ReturnType<typeof sourceOf>>,
  call: StatementCall,
): Promise<PredictedRow[]> {
  const all = statement.columns?.map((name) => columnOf(table, name)) ?? table.columns;
  const columns = all.slice(0, widthOf(statement.source) ?? all.length);
  const names = columns.map((_, i) => `c${i}`);
  const texts = columns.map(({ type }, i) => `s.c${i}::${type}::text`);
  const select = `${prefix} SELECT ${texts.join(', ')} FROM ${source} AS s(${names.join(', ')}) LIMIT ${MAX_ROWS + 1}`;
  const found = await session.rows(select, parametersOf(call.values, parameters));
  refuseTooMuch(found.length, Buffer.byteLength(JSON.stringify(found)), null);
  return found.map((cells) => ({ row: toRow(columns, cells), set: columns.map(({ name }) => name) }));
}

export interface PredictedRow {
  readonly row: Row;
  readonly set: readonly string[];
}

/** The values are one array, because a row of a result has at most 1664 columns. */
async function evaluate(
  session: Session,
  selection: Selection,
  texts: readonly string[],
  params: readonly (string | null)[],
): Promise<(string | null)[]> {
  if (texts.length === 0) return [];
  const sql = `${selection.prefix} SELECT pg_catalog.to_json(ARRAY[${texts.join(', ')}])::text`;
  const [found] = await session.rows(sql, params);
  return JSON.parse(found?.[0] ?? '[]') as (string | null)[];
}

/**
 * The proof that will distinguish its rows from existing ones, and the values that they will hold.
 * @throws NotCapturable
 */
export async function inserts(
  session: Session,
  table: Table,
  statement: InsertStatement,
  foreseen: readonly PredictedRow[],
) {
  const rows = foreseen.map(({ row }) => row);
  const given = foreseen.map(({ row, set }) => ({ set, known: Object.keys(row) }));
  const filled = await foreseeFilled(dialect, session, table, given);
  const { conflict } = statement;
  const identity = identityOf(table, statement, foreseen);
  const known = identity === null ? table : { ...table, key: identity };
  const proof = await proofOf(dialect, session, known, {
    kind: 'insert',
    table,
    rows: rows.map((row) => ({ ...row })),
  });
  if (statement.source !== null) return { ...filled, proof, effect: { rows, isSelected: true } };
  if (conflict === null) return { ...filled, proof, effect: { rows } };
  if (proof.kind !== 'given') {
    throw new NotCapturable('ON CONFLICT with keys of the database: which rows it inserts is not known before');
  }
  return {
    ...filled,
    ...(identity !== null && { identity: identity.map(({ name }) => name) }),
    // Rows that are there already are updated, or stay as they are.
    proof: { ...proof, existing: [] },
    effect: { rows, ...(conflict.assignments === null && { orNothing: true }) },
  };
}

/** The unique columns that identify its rows, if those are not the primary key. */
function identityOf(table: Table, { conflict }: InsertStatement, rows: readonly PredictedRow[]): Column[] | null {
  if (!conflict?.columns) return null;
  const isKey = conflict.columns.length === table.key.length && table.key.every(({ name }) => isNamed(conflict, name));
  // A row that stays unchanged is identified by its key just as well.
  const givesKey = rows.every(({ row }) => table.key.every(({ name }) => Object.hasOwn(row, name)));
  if (isKey || (conflict.assignments === null && givesKey)) return null;
  return conflict.columns.map((name) => columnOf(table, name));
}

const isNamed = ({ columns }: Conflict, name: string) => columns?.includes(name) === true;
