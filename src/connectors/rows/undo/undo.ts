import {
  type ConnectorContext,
  type Effect,
  type ItemReport,
  ProviderUnavailableError,
  type UndoReport,
} from '../../connector.js';
import { transientMemory } from '../../undo-memory.js';
import { onlyReads } from '../call/effect.js';
import { type Call, NotCapturable } from '../call/payload.js';
import type { Dialect } from '../dialect.js';
import { type Feasible, feasible, type Recorded } from '../insert/feasible.js';
import { momentNote } from '../outcome/moment.js';
import { currentTable } from '../table/current-table.js';
import { namesOf } from '../table/names.js';
import { NoLongerHeld, transaction } from '../table/transaction.js';
import { type Address, explain } from '../table/trouble.js';
import { NO_ROW, summarise } from '../values/compare.js';
import { unseenChildren } from './children.js';
import { Passage, Unsettled } from './passage.js';
import { NotRestored, type OnConflict, type PartReport, type Undo } from './restore.js';
import { undoDelete } from './undo-delete.js';
import { undoInsert } from './undo-insert.js';
import { undoUpdate } from './undo-update.js';

type Possible = Extract<Feasible, { possible: true }>;

/**
 * Undoes one call in one transaction. Where the database refuses that, or the call leans on older ones that no capture
 * saw, as few of those as it takes are undone in the same transaction.
 * @throws ProviderUnavailableError, and what `assertHeld` throws
 */
export async function undo(
  dialect: Dialect,
  effect: Effect,
  onConflict: OnConflict,
  context: ConnectorContext,
): Promise<UndoReport> {
  if (onlyReads(effect)) return { outcome: 'done', detail: 'the statement only read', items: [] };
  const record = feasible(effect);
  if (!record.possible) return { outcome: 'impossible', detail: record.reason, items: [] };
  let target: Address | null = null;
  try {
    target = dialect.parseTarget(context.credentials.connectionString);
    return await withOlder(dialect, context, (older) => undoTogether(dialect, record, older, onConflict, context));
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    if (error instanceof NoLongerHeld) throw error.cause;
    if (error instanceof NotCapturable) return { outcome: 'impossible', detail: error.message, items: [] };
    if (error instanceof NotRestored) return { outcome: 'failed', detail: error.message, items: [] };
    if (error instanceof Unsettled) return { outcome: 'failed', detail: leaning(error), items: [] };
    const trouble = explain(dialect.errors, error, target);
    if (trouble.kind === 'unavailable') throw new ProviderUnavailableError(trouble.sentence);
    return { outcome: 'failed', detail: `nothing was changed: ${trouble.sentence}`, items: [] };
  }
}

const leaning = ({ message }: Unsettled) =>
  `nothing was changed: ${message} comes back only together with an older call of the same transaction, which cannot be undone`;

/** @throws what the first try threw, where no older call helps */
async function withOlder(
  { errors }: Dialect,
  context: ConnectorContext,
  attempt: (older: readonly Possible[]) => Promise<UndoReport>,
): Promise<UndoReport> {
  let refused: unknown;
  const known: Possible[] = [];
  let isAll = false;
  let page = 0;
  for (let count = 0; ; count = moreThan(count, known.length)) {
    try {
      return await attempt(known.slice(0, count));
    } catch (error) {
      if (!(error instanceof Unsettled || errors.answer(error)?.isConstraint)) throw error;
      refused ??= error;
      while (!isAll && count >= known.length) {
        const more = await context.older?.(page++);
        isAll = !more;
        known.push(...(more ?? []).map(feasible).filter((one) => one.possible));
      }
      if (count >= known.length) throw refused;
    }
  }
}

/** One by one as long as that is cheap: each try is a transaction over all of them. */
const FEW = 4;
const moreThan = (count: number, known: number) => (count < FEW ? count + 1 : Math.min(2 * count, known));

async function undoTogether(
  dialect: Dialect,
  record: Possible,
  older: readonly Possible[],
  onConflict: OnConflict,
  context: ConnectorContext,
): Promise<UndoReport> {
  const isTogether = older.length > 0;
  return transaction(dialect, context, 'write', async (session) => {
    if (isTogether) await dialect.deferConstraints(session);
    const memory = context.memory ?? transientMemory();
    const written: ItemReport[] = [];
    let passage = new Passage(older.flatMap(({ parts }) => parts));
    const undoOne = async (parts: readonly Recorded[], how: OnConflict) => {
      const { items, report } = await undoParts({ dialect, session, passage, isTogether, onConflict: how }, parts);
      written.push(...items.filter((item) => isWritten(item) || item.fields.includes(NO_ROW)));
      return report;
    };
    const report = await undoOne(record.parts, onConflict);
    for (const [i, { parts }] of (report.outcome === 'done' ? older : []).entries()) {
      passage = passage.after(older.slice(i + 1).flatMap((one) => one.parts));
      await undoOne(parts, 'skip');
    }
    if (isTogether) await dialect.checkConstraints(session);
    passage.requireSettled();
    await memory.note(written.map(({ resource }) => ({ resource, sentAt: null })));
    const children = record.parts.flatMap((part) => unseenChildren(part) ?? []);
    return report.outcome === 'done' ? { ...report, detail: [report.detail, ...children].join('. ') } : report;
  });
}

async function undoParts(
  { onConflict, ...work }: Pick<Undo, 'dialect' | 'session' | 'passage' | 'isTogether' | 'onConflict'>,
  parts: readonly Recorded[],
) {
  const { dialect, session } = work;
  const items: ItemReport[] = [];
  const missing: string[] = [];
  for (const part of parts) {
    const { call, ...known } = part;
    const table = await currentTable(dialect, session, known.snapshot, [call]);
    const names = namesOf(dialect.shown, known.snapshot);
    // Of a row that no capture saw only words tell: they never stand against what another client has written.
    const how = known.snapshot.said ? 'skip' : onConflict;
    const report = await restore({ ...work, ...known, table, names, onConflict: how }, call);
    items.push(...report.items);
    missing.push(...[report.missing, momentNote(part, report.items)].flatMap((sentence) => sentence ?? []));
  }
  return { items, report: summarise(items, missing.length > 0 ? missing.join('; ') : null) };
}

/** Of which the effect was seen, under the lock: kept before it is undone by COMMIT. */
const isWritten = ({ result, fields }: ItemReport) =>
  [result, ...fields.map((field) => field.result)].some((one) => one === 'restored' || one === 'forced');

async function restore(work: Undo, call: Call): Promise<PartReport> {
  switch (call.kind) {
    case 'update':
      return undoUpdate(work, call);
    case 'delete':
      return undoDelete(work);
    case 'insert':
      return undoInsert(work, call);
  }
}
