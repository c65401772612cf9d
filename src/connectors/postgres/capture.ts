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
    return { captured: true, resource: resourceOf(snapshot), content: toContent(snapshot) };
  } catch (error) {
    return {
      captured: false,
      reason: error instanceof NotCapturable ? error.message : explain(error, target).sentence,
    };
  }
}

function resourceOf(snapshot: Snapshot): JsonObject {
  // Agents see this, so it tells nothing that only the operator's credential can read.
  return { table: shownTable(snapshot), key: [...snapshot.key] };
}

async function snapshotOf(session: Session, call: Call): Promise<Snapshot> {
  const table = await resolveTable(session, call.table);
  const [moment] = await session.rows('SELECT pg_catalog.pg_current_snapshot()::text');
  return {
    schema: table.schema,
    name: table.name,
    key: table.key.map((column) => column.name),
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    hasTriggers: table.hasTriggers,
    visible: moment?.[0] ?? '',
    rows: call.kind === 'insert' ? [] : await matchingRows(session, table, call),
    proof: call.kind === 'insert' ? await proofOf(session, table, call) : null,
  };
}

async function matchingRows(session: Session, table: Table, call: UpdateCall | DeleteCall): Promise<Row[]> {
  if (call.kind === 'update') refuseUnrestorable(table, call);
  const params: Cell[] = [];
  const where = whereOf(table, call.match, 't', params);
  const [size] = await session.rows(
    `SELECT (SELECT count(*) FROM ${qualified(table)} t WHERE ${where})::text,
            (SELECT coalesce(sum(octet_length(s::text)), 0)
               FROM (SELECT * FROM ${qualified(table)} t WHERE ${where} LIMIT ${MAX_ROWS}) s)::text`,
    params,
  );
  const [count, bytes] = (size ?? []).map(Number);
  refuseTooMuch(count ?? 0, bytes ?? 0, call.rowCount);
  if (call.kind === 'delete') await refuseCascade(session, table, call);
  const found = await session.rows(
    `SELECT ${asText(table.columns, 't')} FROM ${qualified(table)} t WHERE ${where}
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
