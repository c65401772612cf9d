import type { AgentConnection, Capture, CapturedCall, ConnectorContext } from '../../connector.js';
import { columnOf } from '../call/columns.js';
import {
  type Call,
  type DeleteCall,
  type InsertCall,
  MAX_ROWS,
  NotCapturable,
  parseCall,
  type UpdateCall,
} from '../call/payload.js';
import { tryRecordedCall } from '../call/recorded-call.js';
import type { Dialect } from '../dialect.js';
import { addedTo } from '../insert/added.js';
import { tableLabel } from '../table/names.js';
import { READ_REPLICA } from '../table/replica.js';
import { keyOf, toRow } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Row, Table } from '../table/table.js';
import { transaction } from '../table/transaction.js';
import { type Address, explain, type Trouble } from '../table/trouble.js';
import { MAX_BYTES, refuseSpread, refuseTooMuch, refuseUnrestorable } from './capture-limits.js';
import { foreseeFilled } from './defaults.js';
import { proofOf } from './insert-proof.js';
import { intendedTable, refuseReadDifferently } from './intended-table.js';
import { readSnapshot, resourceOfCapture, type Snapshot, toCapturedColumn, toContent } from './snapshot.js';
import { unconfirmedRow, unconfirmedSums } from './unconfirmed.js';

/** Reads the rows that the call would touch, in one read-only transaction that sees one moment. It never throws. */
export function capture(
  dialect: Dialect,
  { apiName, payload, connection }: CapturedCall,
  context: ConnectorContext,
): Promise<Capture> {
  const tell = (error: unknown, target: Address | null) => explain(dialect.errors, error, target);
  return attempt(dialect, context, tell, async () => {
    const call = parseCall(apiName, payload);
    const snapshot = await transaction(dialect, context, 'read', (session) =>
      snapshotOf(dialect, session, call, connection, context),
    );
    return captured(dialect, snapshot, context);
  });
}

/** Runs a capture and reports every failure: `NotCapturable` by its own message, any other by `tell`. */
export async function attempt(
  dialect: Dialect,
  context: ConnectorContext,
  tell: (error: unknown, target: Address | null) => Trouble,
  work: () => Promise<Capture>,
): Promise<Capture> {
  let target: Address | null = null;
  try {
    target = dialect.parseTarget(context.credentials.connectionString);
    return await work();
  } catch (error) {
    const reason = error instanceof NotCapturable ? error.message : tell(error, target).sentence;
    return { captured: false, reason };
  }
}

/** The capture that holds this snapshot. */
export async function captured({ label }: Dialect, seen: Snapshot, context: ConnectorContext): Promise<Capture> {
  const snapshot = await withReplaced(seen, context);
  return { captured: true, resource: resourceOfCapture(label, snapshot), content: toContent(snapshot) };
}

/**
 * The facts of the table itself that a snapshot stores.
 * @throws NotCapturable on a read replica
 */
export async function describeTable(dialect: Dialect, session: Session, table: Table) {
  if (await dialect.isReplica(session)) throw new NotCapturable(READ_REPLICA);
  const begunAt = await dialect.begunAt?.(session);
  const server = { address: session.address ?? '', run: await dialect.serverOf(session) };
  return {
    place: await dialect.placeOf(session, table),
    server: { ...server, ...(begunAt !== undefined && { begunAt }) },
    schema: table.schema,
    name: table.name,
    ...(table.zone !== undefined && { zone: table.zone }),
    key: table.key.map(({ name }) => name),
    columns: table.columns.map(toCapturedColumn),
    triggers: table.triggers,
    ...(!session.isOfCall && spreadsOf(dialect, table)),
    visible: await dialect.visible(session),
  };
}

/** The tables whose rows the database deletes or changes together with a row of this one. */
function spreadsOf({ label }: Dialect, { references }: Table): Pick<Snapshot, 'spreads'> {
  const names = references.filter((one) => one.changesOnDelete).map((one) => tableLabel(label, one));
  return names.length > 0 ? { spreads: [...new Set(names)] } : {};
}

/**
 * The state that the call is about to change, as the transaction of `session` sees it.
 * @throws NotCapturable
 */
export async function snapshotOf(
  dialect: Dialect,
  session: Session,
  call: Call,
  reported: AgentConnection | undefined,
  context: ConnectorContext,
): Promise<Snapshot> {
  const meant = await intendedTable(dialect, session, call.table, reported);
  refuseReadDifferently(dialect, meant, call, reported);
  const { table } = meant;
  const base = await describeTable(dialect, session, table);
  return call.kind === 'insert'
    ? { ...base, rows: [], ...(await insertOf(dialect, session, table, call)) }
    : { ...base, proof: null, ...(await matchingRows(dialect, session, table, call, context)) };
}

async function insertOf(dialect: Dialect, session: Session, table: Table, call: InsertCall) {
  const proof = await proofOf(dialect, session, table, call);
  const given = call.rows.map((row) => Object.keys(row)).map((set) => ({ set, known: set }));
  return { proof, ...(await foreseeFilled(dialect, session, table, given)) };
}

async function matchingRows(
  dialect: Dialect,
  session: Session,
  table: Table,
  call: UpdateCall | DeleteCall,
  context: ConnectorContext,
): Promise<Pick<Snapshot, 'rows' | 'said' | 'met'> & Partial<Pick<Snapshot, 'proof'>>> {
  if (call.kind === 'update') {
    const columns = Object.keys(call.values).map((name) => columnOf(table, name));
    refuseUnrestorable(dialect, table, columns);
  }
  const { count, bytes, rows } = await dialect.matching(session, table, call.match, {
    rows: MAX_ROWS,
    bytes: MAX_BYTES,
  });
  const unseen = count === 0 ? await unconfirmedRow(dialect, session, table, call, context) : null;
  refuseTooMuch(unseen === null ? count : 1, bytes, call.rowCount);
  if (unseen !== null) return unseen;
  if (call.kind === 'delete') await refuseSpread(dialect, session, table, rows);
  return { rows, ...(await unconfirmedSums(dialect, session, table, rows, addedTo(table, call), context)) };
}

/**
 * The snapshot with what older calls of the same transaction, which no capture sees, did to its rows: an insert may take
 * the key of a row that they have deleted, and a change may be one of a row that they have made anew.
 */
async function withReplaced(snapshot: Snapshot, { unconfirmed }: ConnectorContext): Promise<Snapshot> {
  const { proof, query, rows } = snapshot;
  const key = snapshot.key.map((name) => ({ name }));
  const isInsert = proof?.kind === 'given' && !query?.orNothing && query?.verb !== 'upsert';
  const looked = isInsert ? proof.existing : proof === null ? rows : [];
  if (looked.length === 0 || unconfirmed === undefined || snapshot.identity !== undefined) return snapshot;
  const textOf = (row: Row) => JSON.stringify(keyOf({ key }, row));
  const deleted = new Set<string>();
  const renewed = new Set<string>();
  for (const effect of await unconfirmed()) {
    const older = readSnapshot(effect.snapshot);
    if (older === null || older.place !== snapshot.place || older.name !== snapshot.name) continue;
    const call = tryRecordedCall(effect.apiName, effect.payload, older);
    if (typeof call === 'string') continue;
    if (call.kind === 'delete') for (const row of older.rows) deleted.add(textOf(row));
    if (call.kind === 'insert') for (const row of older.freed ?? []) renewed.add(textOf(row));
  }
  if (!isInsert) {
    const anew = rows.filter((row) => renewed.has(textOf(row))).map((row) => toRow(key, keyOf({ key }, row)));
    return anew.length > 0 ? { ...snapshot, renewed: anew } : snapshot;
  }
  const freed = proof.existing.filter((row) => deleted.has(textOf(row)));
  if (freed.length === 0) return snapshot;
  const existing = proof.existing.filter((row) => !freed.includes(row));
  return { ...snapshot, freed, proof: { kind: 'given', absent: [...proof.absent, ...freed], existing } };
}
