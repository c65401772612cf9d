import type { Capture, ConnectorContext, JsonObject } from '../connector.js';
import { type Call, type DeleteCall, MAX_ROWS, NotCapturable, parseCall, type UpdateCall } from '../rows/payload.js';
import { proofOf } from './capture-insert.js';
import { refuseCascade, refuseTooMuch, refuseUnrestorable } from './capture-limits.js';
import { explain, explainPrivately } from './errors.js';
import { columnOf, whereOf } from './match.js';
import { captureStatement } from './query/capture-statement.js';
import { type Row, toRow } from './rows.js';
import { type Cell, type Session, transaction } from './session.js';
import { resourceOfCapture, type Snapshot, toContent } from './snapshot.js';
import { asText, qualified, quote, type Table } from './sql.js';
import { resolveTable } from './table.js';
import { parseTarget, type Target } from './target.js';

/** Reads what the call would touch, in one read-only transaction that sees one moment. Never throws. */
export async function capture(
  call: { apiName: string; payload: JsonObject },
  context: ConnectorContext,
): Promise<Capture> {
  let target: Target | null = null;
  try {
    target = parseTarget(context.credentials.connectionString);
    if (call.apiName === 'postgres.query') return await captureStatement(call.payload, context);
    const request = parseCall(call.apiName, call.payload);
    const snapshot = await transaction(context, 'read', (session) => snapshotOf(session, request));
    return { captured: true, resource: resourceOfCapture(snapshot), content: toContent(snapshot) };
  } catch (error) {
    return {
      captured: false,
      reason: error instanceof NotCapturable ? error.message : troubleOf(call.apiName)(error, target).sentence,
    };
  }
}

/** A message of the database may repeat what a condition of the agent's own making read. */
function troubleOf(apiName: string): typeof explain {
  return apiName === 'postgres.query' ? explainPrivately : explain;
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
  if (call.kind === 'update') {
    const names = Object.keys(call.values);
    for (const name of names) columnOf(table, name);
    refuseUnrestorable(table, names);
  }
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
  const found = await session.rows(
    `SELECT ${asText(table.columns, 't')} FROM ${qualified(table)} t WHERE ${where}
      ORDER BY ${table.key.map((column) => `t.${quote(column.name)}`).join(', ')}`,
    params,
  );
  const rows = found.map((cells) => toRow(table.columns, cells));
  if (call.kind === 'delete') await refuseCascade(session, table, rows);
  return rows;
}
