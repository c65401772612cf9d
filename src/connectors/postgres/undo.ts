import { type ConnectorContext, type Effect, ProviderUnavailableError, type UndoReport } from '../connector.js';
import { NotCapturable } from '../rows/payload.js';
import { explain } from './errors.js';
import { type Feasible, feasible } from './feasible.js';
import { onlyReads } from './query/effect.js';
import { momentNote } from './query/moment.js';
import { NotRestored, type OnConflict } from './restore.js';
import { type Session, transaction } from './session.js';
import { currentTable } from './table.js';
import { parseTarget, type Target } from './target.js';
import { undoDelete } from './undo-delete.js';
import { undoInsert } from './undo-insert.js';
import { undoUpdate } from './undo-update.js';

/** Undoes one call in one transaction. @throws ProviderUnavailableError */
export async function undo(effect: Effect, onConflict: OnConflict, context: ConnectorContext): Promise<UndoReport> {
  if (onlyReads(effect)) return { outcome: 'done', detail: 'the statement only read', items: [] };
  const record = feasible(effect);
  if (!record.possible) return { outcome: 'impossible', detail: record.reason, items: [] };
  let target: Target | null = null;
  try {
    target = parseTarget(context.credentials.connectionString);
    return await transaction(context, 'write', (session) => undoIn(session, record, onConflict));
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    if (error instanceof NotCapturable) return { outcome: 'impossible', detail: error.message, items: [] };
    if (error instanceof NotRestored) return { outcome: 'failed', detail: error.message, items: [] };
    const trouble = explain(error, target);
    if (trouble.kind === 'unavailable') throw new ProviderUnavailableError(trouble.sentence);
    return { outcome: 'failed', detail: `nothing was changed: ${trouble.sentence}`, items: [] };
  }
}

async function undoIn(
  session: Session,
  record: Extract<Feasible, { possible: true }>,
  onConflict: OnConflict,
): Promise<UndoReport> {
  const report = await restore(session, record, onConflict);
  const note = momentNote(record, report.items);
  return note === null ? report : { ...report, outcome: 'conflict', detail: `${report.detail}; ${note}` };
}

async function restore(
  session: Session,
  { call, snapshot, response }: Extract<Feasible, { possible: true }>,
  onConflict: OnConflict,
): Promise<UndoReport> {
  const table = await currentTable(session, snapshot);
  switch (call.kind) {
    case 'update':
      return undoUpdate(session, { table, snapshot, call, response, onConflict });
    case 'delete':
      return undoDelete(session, { table, snapshot, response, onConflict });
    case 'insert':
      return undoInsert(session, { table, snapshot, call, response, onConflict });
  }
}
