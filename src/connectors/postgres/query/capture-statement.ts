import { NotParsed } from '#sql/postgres/grammar';
import type { AgentConnection, Capture, CapturedCall, ConnectorContext, JsonObject } from '../../connector.js';
import { columnOf } from '../../rows/call/columns.js';
import { READ_CONTENT, type StatementEffect } from '../../rows/call/effect.js';
import { MAX_ROWS, NotCapturable } from '../../rows/call/payload.js';
import { attempt, captured, describeTable } from '../../rows/capture/capture.js';
import { MAX_BYTES, refuseSpread, refuseTooMuch, refuseUnrestorable } from '../../rows/capture/capture-limits.js';
import { onlyAbsent } from '../../rows/capture/insert-proof.js';
import {
  type IntendedTable,
  intendedTable,
  namedOn,
  ownConnection,
  readDifferently,
} from '../../rows/capture/intended-table.js';
import type { Snapshot } from '../../rows/capture/snapshot.js';
import { unconfirmedSums } from '../../rows/capture/unconfirmed.js';
import { addedTo } from '../../rows/insert/added.js';
import { toRow } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import type { Row } from '../../rows/table/table.js';
import { transaction } from '../../rows/table/transaction.js';
import { partReadDifferently } from '../agent-settings.js';
import { dialect } from '../dialect.js';
import { explainPrivately } from '../server/errors.js';
import { survey } from '../server/survey.js';
import { asText, type Column, quote, type Table } from '../sql.js';
import { updatesOf } from './capture-upsert.js';
import { inserts, predictedRows, selectedRows } from './capture-values.js';
import { type Parsed, parse } from './parser.js';
import { type BareNames, bareNames, requireHarmlessNames } from './reading/catalogue.js';
import { type Classified, classify } from './reading/classify.js';
import { type Selection, selectionOf, selectionOfUpdates, sourceOf } from './selection.js';
import { parametersOf, parseStatementCall, type StatementCall } from './statement-call.js';
import { addedIn } from './sums.js';
import type { InsertStatement, UpdateStatement, WriteStatement } from './write-statement.js';

/** Parses the statement and reads the rows that it would touch; the statement itself is never run. It never throws. */
export function captureStatement(call: CapturedCall, context: ConnectorContext): Promise<Capture> {
  // An error message of the database may repeat values that a condition of the agent read, so it is not passed on.
  return attempt(dialect, context, explainPrivately, () => captureIn(call, context));
}

async function captureIn({ payload, connection }: CapturedCall, context: ConnectorContext): Promise<Capture> {
  const read = await readStatement(payload);
  const { classified } = read;
  if (classified.kind === 'irreversible') throw irreversible(classified.reason);
  return transaction(dialect, context, 'read', async (session): Promise<Capture> => {
    if (classified.kind === 'write') await survey(session, namedOn(classified.statement.target, connection));
    const own = connection === undefined ? null : await ownConnection(dialect, session, connection);
    return captureWithin(session, read, { bare: bareNames(own, connection), reported: connection }, context);
  });
}

export const irreversible = (reason: string) => new NotCapturable(`the statement cannot be undone: ${reason}`);

/** A free statement, parsed into its parts. */
export interface ReadStatement {
  readonly call: StatementCall;
  readonly parsed: Parsed;
  readonly classified: Classified;
}

/** @throws NotCapturable when the text is no statement that PostgreSQL reads */
export async function readStatement(payload: JsonObject): Promise<ReadStatement> {
  const call = parseStatementCall(payload);
  const parsed = await parse(call.sql).catch((error: unknown) => {
    throw error instanceof NotParsed ? new NotCapturable(error.message) : error;
  });
  return { call, parsed, classified: classify(parsed.statements) };
}

/**
 * Reads the rows that the statement is about to change, as the transaction of `session` sees them.
 * @throws NotCapturable
 */
export async function captureWithin(
  session: Session,
  { call, parsed, classified }: ReadStatement,
  { bare, reported }: { readonly bare: BareNames; readonly reported?: AgentConnection | undefined },
  context: ConnectorContext,
): Promise<Capture> {
  if (classified.kind === 'irreversible') throw irreversible(classified.reason);
  const { names } = classified.findings;
  await requireHarmlessNames(session, names, classified.kind === 'read' ? 'read' : 'condition', bare);
  if (classified.kind === 'read') return READS;
  return captured(dialect, await snapshotOf(session, call, parsed, classified, reported, context), context);
}

/** The capture of a statement that only reads. */
export const READS: Capture = { captured: true, resource: { reads: true }, content: READ_CONTENT };

async function snapshotOf(
  session: Session,
  call: StatementCall,
  parsed: Parsed,
  classified: Extract<Classified, { kind: 'write' }>,
  reported: AgentConnection | undefined,
  context: ConnectorContext,
): Promise<Snapshot> {
  const { statement, moment } = classified;
  const meant = await intendedTable(dialect, session, statement.target, reported);
  const { table } = meant;
  refuseMisreadStatement(meant, call, classified, reported);
  const base = await describeTable(dialect, session, table);
  const isMoment =
    moment ||
    (statement.verb !== 'insert' &&
      call.values.some((value) => /^\s*(now|today|tomorrow|yesterday)/i.test(String(value))));
  const effect: StatementEffect = { verb: statement.verb, values: {}, after: [], rows: [], moment: isMoment };
  if (statement.verb === 'insert') {
    const rows =
      statement.source === null
        ? await predictedRows(session, table, statement, await selectionOf(parsed, statement, table), call)
        : await selectedRows(session, table, statement, await sourceOf(parsed, statement), call);
    const { effect: inserted, ...known } = await inserts(session, table, statement, rows);
    if (!statement.conflict?.assignments) return { ...base, rows: [], ...known, query: { ...effect, ...inserted } };
    const updating = await selectionOfUpdates(parsed, statement);
    const full = rows.map(({ row }, i) => ({ ...known.defaults[i], ...row }));
    const { rows: there, ...updates } = await updatesOf(session, table, statement, updating, call, full);
    const query: StatementEffect = { ...effect, ...inserted, ...updates, verb: 'upsert' };
    return onlyAbsent(dialect, session, table, { ...base, ...known, rows: there, query });
  }
  const selection = await selectionOf(parsed, statement, table);
  const { rows, after } = await touchedRows(session, table, statement, selection, call);
  if (statement.verb === 'delete') return { ...base, rows, proof: null, query: effect };
  const values = valuesOf(statement, selection);
  const added = addedIn(statement, call.values);
  const query = { ...effect, values, added, after };
  const sums = addedTo(table, { kind: 'update', table, match: [], rowCount: null, values, expressions: [] }, query);
  const met = await unconfirmedSums(dialect, session, table, rows, sums, context);
  return { ...base, rows, proof: null, query, ...met };
}

/** @throws NotCapturable when the agent's session reads the statement in another way than the credential's */
function refuseMisreadStatement(
  { table, own }: IntendedTable<Column>,
  { sql }: StatementCall,
  { statement, findings, moment }: Extract<Classified, { kind: 'write' }>,
  reported: AgentConnection | undefined,
): void {
  if (own === null || reported === undefined) return;
  const words = {
    sql,
    columns: table.columns,
    namesNoColumns: statement.verb === 'insert' && statement.columns === null,
    readsOthers: findings.names.relations.size > 0,
    moment,
    types: [...findings.names.types.keys()],
    functions: [...findings.calls],
  };
  const part = partReadDifferently(words, own.settings, reported.settings);
  if (part !== null) throw readDifferently(part);
}

/** The present rows, and the values that the statement would leave in them, as far as they can be foreseen. */
async function touchedRows(
  session: Session,
  table: Table,
  statement: Exclude<WriteStatement, InsertStatement>,
  selection: Selection,
  call: StatementCall,
): Promise<{ rows: Row[]; after: Row[] }> {
  const assigned = statement.verb === 'update' ? assignedColumns(table, statement) : [];
  refuseUnrestorable(dialect, table, assigned);
  const foreseen = assigned.flatMap((column, i) => {
    const expression = selection.expressions[i];
    return expression == null ? [] : [{ column, text: `(${expression})::${column.type}::text` }];
  });
  const alias = statement.target.alias ?? table.name;
  const joined = statement.from.length > 0;
  const list = [asText(table.columns, quote(alias)), ...foreseen.map(({ text }) => text)].join(', ');
  const select = `${selection.prefix} SELECT ${joined ? 'DISTINCT ' : ''}${list} FROM ${selection.from}${
    selection.where && ` WHERE (${selection.where})`
  } LIMIT ${MAX_ROWS + 1}`;
  const params = parametersOf(call.values, selection.parameters);
  const matching = await session.rows(
    `SELECT m.count::text, m.bytes::text, f.*
       FROM (SELECT count(*) AS count, coalesce(sum(octet_length(s::text)), 0) AS bytes FROM (${select}) s) m
       LEFT JOIN LATERAL (
         SELECT 'found', s.* FROM (${select}) s WHERE m.count <= ${MAX_ROWS} AND m.bytes <= ${MAX_BYTES}) f ON true`,
    params,
    'usual',
  );
  const [[count, bytes] = []] = matching;
  refuseTooMuch(Number(count), Number(bytes), null);
  const { rows, after } = oncePerKey(
    table,
    foreseen.map(({ column }) => column),
    matching.flatMap(([, , isFound, ...cells]) => (isFound === null ? [] : [cells])),
  );
  if (statement.verb === 'delete') await refuseSpread(dialect, session, table, rows);
  return { rows, after };
}

/** In a join with other tables a row may be found more than once: its new value is then unknown. */
function oncePerKey(table: Table, foreseen: readonly Column[], found: readonly (string | null)[][]) {
  const width = table.columns.length;
  const byKey = new Map<string, { row: Row; after: Row }>();
  for (const cells of found) {
    const row = toRow(table.columns, cells);
    const key = JSON.stringify(table.key.map(({ name }) => row[name]));
    const after = byKey.has(key) ? {} : toRow(foreseen, cells.slice(width));
    byKey.set(key, { row, after });
  }
  const all = [...byKey].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).map(([, it]) => it);
  return { rows: all.map(({ row }) => row), after: all.map(({ after }) => after) };
}

function assignedColumns(table: Table, { assignments }: UpdateStatement): Column[] {
  return assignments.map(({ column }) => columnOf(table, column));
}

function valuesOf({ assignments }: UpdateStatement, { expressions }: Selection): Record<string, string> {
  return Object.fromEntries(assignments.map(({ column }, i) => [column, expressions[i] ?? '…']));
}
