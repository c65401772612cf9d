import { type ConnectorContext, type Effect, ProviderUnavailableError, type Settlement } from '../connector.js';
import { settleFields, settlePresence } from '../rows/compare.js';
import { type Call, type InsertCall, literalsOf, NotCapturable, parseCall, type UpdateCall } from '../rows/payload.js';
import { claimsOf } from './claims.js';
import { explain } from './errors.js';
import { candidatesOf } from './insert-candidates.js';
import { wasAbsent } from './insert-keys.js';
import { type Response, readResponse } from './response.js';
import { cell, keyOf, readByKey } from './rows.js';
import { type Session, transaction } from './session.js';
import { readSnapshot, type Snapshot } from './snapshot.js';
import type { Table } from './sql.js';
import { currentTable } from './table.js';
import { parseTarget, type Target } from './target.js';

/** Finds out by reading whether a call took effect. @throws ProviderUnavailableError */
export async function settle(effect: Effect, context: ConnectorContext): Promise<Settlement> {
  const snapshot = readSnapshot(effect.snapshot);
  if (snapshot === null) return 'unknown';
  let target: Target | null = null;
  try {
    const call = parseCall(effect.apiName, effect.payload);
    const response = readResponse(effect.response, snapshot.key);
    target = parseTarget(context.credentials.connectionString);
    return await transaction(context, 'read', (session) => settleIn(session, call, snapshot, response));
  } catch (error) {
    if (error instanceof NotCapturable) return 'unknown';
    throw new ProviderUnavailableError(explain(error, target).sentence);
  }
}

async function settleIn(session: Session, call: Call, snapshot: Snapshot, response: Response): Promise<Settlement> {
  const table = await currentTable(session, snapshot);
  switch (call.kind) {
    case 'update':
      return settleUpdate(session, table, call, snapshot);
    case 'delete': {
      const keys = snapshot.rows.map((row) => keyOf(table, row));
      const rows = await readByKey(session, table, keys);
      return settlePresence(rows.map((row) => row === null));
    }
    case 'insert':
      return settleInsert(session, table, call, snapshot, response);
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
  const keys = snapshot.rows.map((row) => keyOf(table, row));
  const now = await readByKey(session, table, keys);
  const fields = snapshot.rows.flatMap((row, i) =>
    changed.map(({ name }) => {
      const current = now[i];
      const value = current ? cell(current, name) : undefined;
      const claimed = left?.get(name);
      const after = value !== undefined && claimed?.fits(value) ? value : claimed?.text;
      return { before: cell(row, name), after, now: value };
    }),
  );
  return settleFields(fields);
}

async function settleInsert(
  session: Session,
  table: Table,
  call: InsertCall,
  snapshot: Snapshot,
  response: Response,
): Promise<Settlement> {
  const isKnown = snapshot.proof?.kind === 'given' || response.insertId !== null || response.rows !== null;
  if (!isKnown) return 'unknown';
  const candidates = await candidatesOf(session, table, snapshot, call, response, false);
  if (candidates.length === 0) return 'unknown';
  if (candidates.every(({ now }) => now === null)) return 'not-happened';
  const isThere = candidates.every(
    ({ key, claim, now }) =>
      now !== null && wasAbsent(snapshot, key) && [...claim].every(([name, one]) => one.fits(cell(now, name))),
  );
  return isThere ? 'happened' : 'unknown';
}
