import type { Capture, ConnectorContext, JsonObject } from '../connector.js';
import { type Call, type DeleteCall, MAX_ROWS, NotCapturable, parseCall, type UpdateCall } from '../rows/payload.js';
import { proofOf } from './capture-insert.js';
import { explain } from './errors.js';
import { columnOf, whereOf } from './match.js';
import { isSelfReference, type Row, referencing, toRow } from './rows.js';
import { type Cell, type Session, transaction } from './session.js';
import { type Snapshot, toContent } from './snapshot.js';
import { asText, qualified, quote, shownTable, type Table } from './sql.js';
import { resolveTable } from './table.js';
import { parseTarget, type Target } from './target.js';

const MAX_BYTES = 1_000_000;

/** Reads what the call would touch, in one read-only transaction that sees one moment. Never throws. */
export async function capture(
  call: { apiName: string; payload: JsonObject },
  context: ConnectorContext,
): Promise<Capture> {
  let target: Target | null = null;
  try {
    const request = parseCall(call.apiName, call.payload);
    target = parseTarget(context.credentials.connectionString);
    const snapshot = await transaction(context, 'read', (session) => snapshotOf(session, request));
    // Agents see the resource, so it tells nothing that only the operator's credential can read.
    return {
      captured: true,
      resource: { table: shownTable(snapshot), key: [...snapshot.key] },
      content: toContent(snapshot),
    };
  } catch (error) {
    const reason = error instanceof NotCapturable ? error.message : explain(error, target).sentence;
    return { captured: false, reason };
  }
}

async function snapshotOf(session: Session, call: Call): Promise<Snapshot> {
  const table = await resolveTable(session, call.table);
  return {
    schema: table.schema,
    name: table.name,
    key: table.key.map((column) => column.name),
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    triggers: table.triggers,
    rows: call.kind === 'insert' ? [] : await matchingRows(session, table, call),
    proof: call.kind === 'insert' ? await proofOf(session, table, call) : null,
  };
}

async function matchingRows(session: Session, table: Table, call: UpdateCall | DeleteCall): Promise<Row[]> {
  if (call.kind === 'update') refuseUnrestorable(table, call);
  const params: Cell[] = [];
  const where = whereOf(table, call.match, 't', params);
  const bytes = table.columns.map(({ name }) => `COALESCE(OCTET_LENGTH(t.${quote(name)}), 0)`).join(' + ');
  const [size] = await session.rows(
    `SELECT CAST(COUNT(*) AS CHAR), CAST(COALESCE(SUM(${bytes}), 0) AS CHAR) FROM ${qualified(table)} t WHERE ${where}`,
    params,
  );
  refuseTooMuch(Number(size?.[0]), Number(size?.[1]), call.rowCount);
  if (call.kind === 'delete') await refuseCascade(session, table, call);
  const found = await session.rows(
    `SELECT ${table.columns.map((column) => asText(column)).join(', ')} FROM ${qualified(table)} t WHERE ${where}
      ORDER BY ${table.key.map((column) => `t.${quote(column.name)}`).join(', ')}`,
    params,
  );
  return found.map((cells) => toRow(table.columns, cells));
}

function refuseTooMuch(count: number, bytes: number, expected: number | null): void {
  if (expected !== null && expected !== count) {
    throw new NotCapturable(`${expected} rows are expected to be touched but ${count} rows match`);
  }
  if (count > MAX_ROWS) throw new NotCapturable(`${count} rows match; at most ${MAX_ROWS} rows are kept`);
  if (bytes > MAX_BYTES) throw new NotCapturable(`the rows hold ${bytes} bytes; at most ${MAX_BYTES} bytes are kept`);
}

function refuseUnrestorable(table: Table, call: UpdateCall): void {
  for (const name of Object.keys(call.values)) {
    columnOf(table, name);
    if (table.key.some((column) => column.name === name)) {
      throw new NotCapturable(`the call changes the primary key column ${name}, so its rows could not be found again`);
    }
    const moved = table.references.find((it) => it.changesOnUpdate && it.columns.some(([, parent]) => parent === name));
    if (moved !== undefined) {
      throw new NotCapturable(
        `changing ${name} also changes rows of ${shownTable(moved)}, which would not be restored`,
      );
    }
  }
}

async function refuseCascade(session: Session, table: Table, call: DeleteCall): Promise<void> {
  for (const reference of table.references.filter((it) => it.changesOnDelete)) {
    const params: Cell[] = [];
    const where = whereOf(table, call.match, 't', params);
    // Rows of the same table may be matched too; all of them are kept only if none is reached by the cascade alone.
    const alsoDeleted = isSelfReference(table, reference)
      ? ` AND (${whereOf(table, call.match, 'x', params)}) IS NOT TRUE`
      : '';
    const sql = `SELECT 1 FROM ${referencing(table, reference)} WHERE ${where}${alsoDeleted} LIMIT 1`;
    if ((await session.rows(sql, params)).length > 0) {
      const other = shownTable(reference);
      throw new NotCapturable(`deleting these rows also changes rows of ${other}, which would not be restored`);
    }
  }
}
