import type { ConnectorContext, Kept, UndoPlan, UndoReport } from '../../connector.js';
import { recordOfKept } from './kept.js';
import { planOf } from './plan.js';
import { undoRecord } from './undo.js';

const NOTHING_KEPT = 'What the undo replaced is not known.';

/** The plan of reapplying on the assumption that no other client has changed anything since; it reaches no server. */
export function planReapply(kept: Kept): UndoPlan {
  const record = recordOfKept(kept);
  return record ? planOf(record) : { class: 'impossible', calls: [], remains: [], reason: NOTHING_KEPT };
}

/**
 * Restores the state that the undo of one call replaced.
 * @throws the errors of `undo`
 */
export async function reapply(
  kept: Kept,
  onConflict: 'skip' | 'force',
  context: ConnectorContext,
): Promise<UndoReport> {
  const record = recordOfKept(kept);
  if (!record) return { outcome: 'impossible', detail: NOTHING_KEPT, items: [] };
  return undoRecord(kept, record, onConflict, context);
}
