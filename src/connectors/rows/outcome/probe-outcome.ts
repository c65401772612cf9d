import { setTimeout as delay } from 'node:timers/promises';
import { Captured } from '../../captured.js';
import { type ConnectorContext, type Effect, ProviderUnavailableError } from '../../connector.js';
import { AS_LEFT, NOT_HAPPENED, outcomeOfAll, type ProbedOutcome, proved, UNKNOWN } from '../../proof/proof.js';
import { isUnguessable } from '../../proof/unguessable.js';
import { onlyReads } from '../call/effect.js';
import { partsOf } from '../call/parts.js';
import { type Call, type InsertCall, NotCapturable, type UpdateCall } from '../call/payload.js';
import { recordedCall } from '../call/recorded-call.js';
import { readResponse } from '../call/response.js';
import { readSnapshot } from '../capture/snapshot.js';
import type { Dialect } from '../dialect.js';
import { byIdentity, type Found, holds, lookFor, rejection } from '../insert/insert-evidence.js';
import { currentTable, neededBy } from '../table/current-table.js';
import { namesOf, tableLabel } from '../table/names.js';
import { cell, keyOf } from '../table/row.js';
import type { Row, Table } from '../table/table.js';
import { transaction } from '../table/transaction.js';
import { type Address, explain } from '../table/trouble.js';
import { expectedOf } from '../undo/left-by-update.js';
import { capturedRows, capturedTable, NotRestored, type Work } from '../undo/restore.js';
import { outcomeOfFields, outcomeOfPresence } from '../values/compare.js';
import { sameIn } from '../values/same.js';

interface Looked {
  readonly table: Table;
  /** The transactions that wrote, before the rows were read. */
  readonly writers: readonly string[];
  readonly found: ProbedOutcome;
}

/**
 * Finds out by reading, under the lock of each row, whether a call took effect. A call whose client died may still wait
 * for a lock, so the answer "not happened" waits until every transaction that could be its own has ended.
 * @throws ProviderUnavailableError also while such a transaction runs
 */
export async function probeOutcome(
  dialect: Dialect,
  effect: Effect,
  context: ConnectorContext,
): Promise<ProbedOutcome> {
  if (onlyReads(effect)) return NOT_HAPPENED;
  const content = Captured.in(effect)?.as(readSnapshot);
  if (!content) return UNKNOWN;
  const whole = content.value;
  const rows = content.at('rows').each();
  let target: Address | null = null;
  try {
    const response = readResponse(effect.response, whole.key);
    const parts = partsOf(whole).map((snapshot) => ({
      ...{ snapshot, captured: snapshot.rows.length > 0 ? rows : [], response },
      names: namesOf(dialect.label, snapshot),
      call: recordedCall(effect.apiName, effect.payload, snapshot),
    }));
    target = dialect.parseTarget(context.credentials.connectionString);
    const look = () =>
      transaction(dialect, context, 'lock', async (session): Promise<Looked> => {
        const table = await currentTable(dialect, session, whole, neededBy(parts.map(({ call }) => call)));
        const writers = await dialect.writers(session, table);
        const probed: ProbedOutcome[] = [];
        for (const { call, ...part } of parts) probed.push(await probePart({ dialect, session, table, ...part }, call));
        return { table, writers, found: outcomeOfAll(probed) };
      });
    const { found, writers, table } = await look();
    if (found.happened !== false || writers.length === 0) return found;
    await ended(dialect, context, table, writers);
    return (await look()).found;
  } catch (error) {
    if (error instanceof NotCapturable || error instanceof NotRestored) return UNKNOWN;
    if (error instanceof ProviderUnavailableError) throw error;
    throw new ProviderUnavailableError(explain(dialect.errors, error, target).sentence);
  }
}

async function probePart(work: Work, call: Call): Promise<ProbedOutcome> {
  if (call.kind === 'insert') return probeInsert(work, call);
  const { dialect, session } = work;
  // A missing row was deleted, or the transaction that had inserted it did not commit.
  if (work.snapshot.said) return UNKNOWN;
  const table = capturedTable(work);
  const before = (await capturedRows(work, table)).map(({ value }) => value);
  const keys = before.map((row) => keyOf(table, row));
  const now = await dialect.read(session, table, keys, true);
  return call.kind === 'delete'
    ? outcomeOfPresence(now.map((row) => row === null))
    : probeUpdate(work, call, table, before, now);
}

async function probeUpdate(
  work: Work,
  call: UpdateCall,
  table: Table,
  captured: readonly Row[],
  found: readonly (Row | null)[],
): Promise<ProbedOutcome> {
  const { dialect } = work;
  const changed = table.columns.filter(({ name }) => Object.hasOwn(call.values, name));
  const expected = await expectedOf(work, call, changed, captured);
  const fields = captured.flatMap((captured, i) =>
    changed.map((column) => {
      const { name } = column;
      const [before, row] = [cell(captured, name), found[i]];
      const value = row ? cell(row, name) : undefined;
      const claimed = expected(i).flatMap((claim) => claim.get(name) ?? []);
      const fits = value !== undefined && claimed.some((one) => one.fits(value));
      const after = fits ? value : claimed[0]?.text;
      const isBack = value !== undefined && !fits && sameIn(dialect, column)(before, value);
      return { before, after, now: isBack ? before : value };
    }),
  );
  return outcomeOfFields(fields);
}

/**
 * Looks for the inserted rows. When the database gave the keys, only the client says which rows to look at. Their
 * absence then shows nothing; their presence confirms the client's answer if the capture proves that they are new. A
 * key that the call chose is a proof if another client cannot have chosen the same.
 */
async function probeInsert(work: Work, call: InsertCall): Promise<ProbedOutcome> {
  const known = byIdentity(work);
  const keyIsOurs = work.snapshot.proof?.kind === 'given';
  const found = await lookFor(known, call, { lock: true });
  if (keyIsOurs && found.every(({ row }) => row === null)) return NOT_HAPPENED;
  const isThere = (one: Found) => one.row !== null && rejection(known, one) === null && holds(one);
  const isWhole = found.length > 0 && (keyIsOurs || found.length === call.rows.length);
  if (!isWhole || !found.every(isThere)) return UNKNOWN;
  if (!keyIsOurs) return proved('answer');
  // A key that was there before shows nothing.
  const isNew = (work.snapshot.freed ?? []).length === 0;
  return isNew && (await areDrawn(known, found)) ? proved('key') : AS_LEFT;
}

/** True when the call drew the keys at random. Every client that knows another row also knows its key. */
async function areDrawn({ dialect, session, table }: Work, found: readonly Found[]): Promise<boolean> {
  const foreign = await dialect.foreign(session, table);
  const own = table.key.filter(({ name }) => !foreign.has(name));
  const isDrawn = ({ key }: Found) => own.every(({ name }) => isUnguessable(cell(key, name) ?? ''));
  return own.length > 0 && found.every(isDrawn);
}

const POLL_MS = 100;

/**
 * Waits until none of these transactions runs any more, holding no lock that they may wait for.
 * @throws ProviderUnavailableError after `timeoutMs`
 */
async function ended(
  dialect: Dialect,
  context: ConnectorContext,
  table: Table,
  writers: readonly string[],
): Promise<void> {
  const deadline = Date.now() + context.timeoutMs;
  for (;;) {
    const running = await transaction(dialect, context, 'read', (session) => dialect.writers(session, table));
    if (!writers.some((writer) => running.includes(writer))) return;
    if (Date.now() > deadline) {
      const label = tableLabel(dialect.label, table);
      throw new ProviderUnavailableError(`a transaction that writes to ${label} has not ended`);
    }
    await delay(POLL_MS);
  }
}
