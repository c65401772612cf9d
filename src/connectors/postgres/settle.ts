import { type ConnectorContext, type Effect, ProviderUnavailableError, type Settlement } from '../connector.js';
import { settleFields, settlePresence } from '../rows/compare.js';
import { type Call, type InsertCall, literalsOf, NotCapturable, type UpdateCall } from '../rows/payload.js';
import { claimsOf, comparableRows } from './claims.js';
import { explain } from './errors.js';
import { onlyReads } from './query/effect.js';
import { recordedCall } from './recorded-call.js';
import { NotRestored, restoredRows } from './restore.js';
import { cell, keyOf, readByKey } from './rows.js';
import { type Session, transaction } from './session.js';
import { readSnapshot, type Snapshot } from './snapshot.js';
import type { Table } from './sql.js';
import { currentTable } from './table.js';
import { parseTarget, type Target } from './target.js';

/** Finds out by reading whether a call took effect. @throws ProviderUnavailableError */
export async function settle(effect: Effect, context: ConnectorContext): Promise<Settlement> {
  if (onlyReads(effect)) return 'not-happened';
  const snapshot = readSnapshot(effect.snapshot);
  if (snapshot === null) return 'unknown';
  let target: Target | null = null;
  try {
    const call = recordedCall(effect.apiName, effect.payload, snapshot);
    target = parseTarget(context.credentials.connectionString);
    return await transaction(context, 'read', (session) => settleIn(session, call, snapshot));
  } catch (error) {
    if (error instanceof NotCapturable || error instanceof NotRestored) return 'unknown';
    throw new ProviderUnavailableError(explain(error, target).sentence);
  }
}

async function settleIn(session: Session, call: Call, snapshot: Snapshot): Promise<Settlement> {
  const table = await currentTable(session, snapshot);
  switch (call.kind) {
    case 'update':
      return settleUpdate(session, table, call, snapshot);
    case 'delete': {
      const rows = await readByKey(
        session,
        table,
        snapshot.rows.map((row) => keyOf(table, row)),
      );
      return settlePresence(rows.map((row) => row === null));
    }
    case 'insert':
      return settleInsert(session, table, call, snapshot);
  }
}

async function settleUpdate(session: Session, table: Table, call: UpdateCall, snapshot: Snapshot): Promise<Settlement> {
  const changed = table.columns.filter(({ name }) => Object.hasOwn(call.values, name));
  const literals = literalsOf(call);
  const [left] = await claimsOf(
    session,
    changed.filter(({ name }) => literals.includes(name)),
    [call.values],
  );
  const foreseen = await claimsOf(session, changed, snapshot.query?.after ?? []);
  const texts = await restoredRows(session, table, changed, snapshot.rows);
  const before = await comparableRows(session, table, texts);
  const now = await comparableRows(
    session,
    table,
    await readByKey(
      session,
      table,
      texts.map((row) => keyOf(table, row)),
    ),
  );
  const fields = before.flatMap((row, i) =>
    changed.map(({ name }) => ({
      before: row === null ? null : cell(row, name),
      after: left?.has(name) ? left.get(name) : foreseen[i]?.get(name),
      now: now[i] == null ? undefined : cell(now[i], name),
    })),
  );
  return settleFields(fields);
}

async function settleInsert(session: Session, table: Table, call: InsertCall, snapshot: Snapshot): Promise<Settlement> {
  if (snapshot.proof?.kind !== 'given') return 'unknown';
  const { absent } = snapshot.proof;
  const rows = await readByKey(
    session,
    table,
    absent.map((row) => keyOf(table, row)),
  );
  if (rows.every((row) => row === null)) return 'not-happened';
  const comparable = await comparableRows(session, table, rows);
  const claims = (await claimsOf(session, table.columns, call.rows)).filter(
    ({ size }, i) => size === Object.keys(call.rows[i] ?? {}).length,
  );
  const matches = comparable.map(
    (row) => row !== null && claims.some((claim) => [...claim].every(([name, value]) => cell(row, name) === value)),
  );
  return matches.every((one) => one) ? 'happened' : 'unknown';
}
