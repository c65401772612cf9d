import { type ConnectorContext, type Effect, type ItemReport, type UndoReport } from '../../connector.js';
import { transientMemory } from '../../undo-memory.js';
import { onlyReads } from '../call/effect.js';
import type { Call } from '../call/payload.js';
import type { Dialect } from '../dialect.js';
import { type Feasible, feasible, type Recorded } from '../insert/feasible.js';
import { momentNote } from '../outcome/moment.js';
import { currentTable, neededBy } from '../table/current-table.js';
import { namesOf } from '../table/names.js';
import { transaction } from '../table/transaction.js';
import { NO_ROW, summarise } from '../values/compare.js';
import { CONFLICT_FOR_CHILDREN, unseenChildren } from './children.js';
import { reportFailure } from './failure.js';
import { IncompleteUndoError, IntermediateValues } from './intermediate-values.js';
import { type OnConflict, type PartReport, type Undo } from './restore.js';
import { countersIn, NO_SUBTRACTING, type Subtracting } from './subtract.js';
import { undoDelete } from './undo-delete.js';
import { undoInsert } from './undo-insert.js';
import { undoUpdate } from './undo-update.js';
import { WriteLog } from './write-log.js';

type Possible = Extract<Feasible, { possible: true }>;

/**
 * Undoes one call in one transaction. When the database refuses that, or the call depends on older ones that no capture
 * saw, the fewest of those that suffice are undone in the same transaction.
 * @throws ProviderUnavailableError, and the errors of `assertHeld`
 */
export async function undo(
  dialect: Dialect,
  effect: Effect,
  onConflict: OnConflict,
  context: ConnectorContext,
): Promise<UndoReport> {
  if (onlyReads(effect)) return { outcome: 'done', detail: 'the statement only read', items: [] };
  const record = feasible(effect);
  const counters = countersIn(effect.counters);
  if (!record.possible) return { outcome: 'impossible', detail: record.reason, items: [] };
  return reportFailure(dialect, context, () =>
    withOlder(dialect, context, (older) => undoTogether(dialect, record, older, onConflict, { ...context, counters })),
  );
}

/** @throws the error of the first try, when no older call helps */
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
      if (!(error instanceof IncompleteUndoError || errors.answer(error)?.isConstraint)) throw error;
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

/**
 * Below this count one call is added at a time; above it the count doubles, because each try is a transaction over all
 * of them.
 */
const FEW = 4;
const moreThan = (count: number, known: number) => (count < FEW ? count + 1 : Math.min(2 * count, known));

async function undoTogether(
  dialect: Dialect,
  record: Possible,
  older: readonly Possible[],
  onConflict: OnConflict,
  context: ConnectorContext & { readonly counters: readonly string[] },
): Promise<UndoReport> {
  const isTogether = older.length > 0;
  const memory = context.memory ?? transientMemory();
  const { report, replaced } = await transaction(dialect, context, 'write', async (session) => {
    if (isTogether) await dialect.deferConstraints(session);
    const log = new WriteLog();
    const written: ItemReport[] = [];
    let intermediate = new IntermediateValues(older.flatMap(({ parts }) => parts));
    const { counters, subtracts = false } = context;
    const earlier = (place: string) => memory.traceOf(place);
    const subtracting: Subtracting = { isChosen: subtracts, counters, earlier, traces: [] };
    const undoOne = async (parts: readonly Recorded[], how: OnConflict, sums = NO_SUBTRACTING) => {
      const { items, report } = await undoParts(
        { dialect, session, intermediate, isTogether, onConflict: how, subtracting: sums, log },
        parts,
      );
      written.push(...items.filter((item) => isWritten(item) || item.fields.includes(NO_ROW)));
      return report;
    };
    const report = await undoOne(record.parts, onConflict, subtracting);
    for (const [i, { parts }] of (report.outcome === 'done' ? older : []).entries()) {
      intermediate = intermediate.after(older.slice(i + 1).flatMap((one) => one.parts));
      await undoOne(parts, 'skip');
    }
    if (isTogether) await dialect.checkConstraints(session);
    intermediate.requireNone();
    const content = await log.replaced(dialect, session);
    const replaced = content && { ...content, ...(isTogether && { together: older.length }) };
    await memory.note(
      [...written.map(({ resource }) => ({ resource, sentAt: null })), ...subtracting.traces],
      replaced ? [{ ...replaced, isDone: false }] : [],
    );
    const children = record.parts.flatMap(({ call, snapshot }) =>
      call.kind === 'delete' ? (unseenChildren(snapshot) ?? []) : [],
    );
    const open = children.length > 0 && report.outcome === 'conflict' ? [CONFLICT_FOR_CHILDREN] : [];
    const detail = [[report.detail, ...children].join('. '), ...open].join(' ');
    return { report: { ...report, detail }, replaced };
  });
  if (replaced) await memory.note([], [{ ...replaced, isDone: true }]);
  return report;
}

async function undoParts(
  {
    onConflict,
    log,
    ...work
  }: Pick<Undo, 'dialect' | 'session' | 'intermediate' | 'isTogether' | 'onConflict' | 'subtracting'> & {
    readonly log: WriteLog;
  },
  parts: readonly Recorded[],
) {
  const { dialect, session } = work;
  const items: ItemReport[] = [];
  const missing: string[] = [];
  const same: string[] = [];
  for (const part of parts) {
    const { call, ...known } = part;
    const table = await currentTable(dialect, session, known.snapshot, neededBy([call]));
    const names = namesOf(dialect.label, known.snapshot);
    // A row that no capture saw is known from reports only, and those never justify overwriting another client's
    // values.
    const how = known.snapshot.said ? 'skip' : onConflict;
    const report = await restore(
      { ...work, ...known, dialect: log.over(dialect, table, known.snapshot), table, names, onConflict: how },
      call,
    );
    items.push(...report.items);
    same.push(...(report.same ?? []));
    missing.push(...[report.missing, momentNote(part, report.items)].flatMap((sentence) => sentence ?? []));
  }
  return { items, report: summarise(items, missing.length > 0 ? missing.join('; ') : null, same) };
}

/** True when the effect was seen under the lock; the trace is stored before COMMIT undoes it. */
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
