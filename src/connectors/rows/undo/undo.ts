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
import { feasible } from '../insert/feasible.js';
import { momentNote } from '../outcome/moment.js';
import { currentTable } from '../table/current-table.js';
import { namesOf } from '../table/names.js';
import { NoLongerHeld, transaction } from '../table/transaction.js';
import { type Address, explain } from '../table/trouble.js';
import { summarise } from '../values/compare.js';
import { NotRestored, type OnConflict, type PartReport, type Undo } from './restore.js';
import { undoDelete } from './undo-delete.js';
import { undoInsert } from './undo-insert.js';
import { undoUpdate } from './undo-update.js';

/** Undoes one call in one transaction. @throws ProviderUnavailableError, and what `assertHeld` throws */
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
    return await transaction(dialect, context, 'write', async (session) => {
      const memory = context.memory ?? transientMemory();
      const items: ItemReport[] = [];
      const missing: string[] = [];
      for (const part of record.parts) {
        const { call, ...known } = part;
        const table = await currentTable(dialect, session, known.snapshot);
        const names = namesOf(dialect.shown, known.snapshot);
        // Of a row that no capture saw only words tell: they never stand against what another client has written.
        const how = known.snapshot.said ? 'skip' : onConflict;
        const report = await restore({ dialect, session, table, names, ...known, onConflict: how }, call);
        items.push(...report.items);
        missing.push(...[report.missing, momentNote(part, report.items)].flatMap((sentence) => sentence ?? []));
      }
      await memory.note(items.filter(isWritten).map(({ resource }) => ({ resource, sentAt: null })));
      return summarise(items, missing.length > 0 ? missing.join('; ') : null);
    });
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    if (error instanceof NoLongerHeld) throw error.cause;
    if (error instanceof NotCapturable) return { outcome: 'impossible', detail: error.message, items: [] };
    if (error instanceof NotRestored) return { outcome: 'failed', detail: error.message, items: [] };
    const trouble = explain(dialect.errors, error, target);
    if (trouble.kind === 'unavailable') throw new ProviderUnavailableError(trouble.sentence);
    return { outcome: 'failed', detail: `nothing was changed: ${trouble.sentence}`, items: [] };
  }
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
