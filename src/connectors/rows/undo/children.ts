import type { Snapshot } from '../capture/snapshot.js';

/**
 * The note on a deletion that the database may have spread to other tables: no row pointed at these rows when they were
 * captured, and the database keeps no trace of one that did when they were deleted. Null when it cannot have spread.
 */
export function unseenChildren({ spreads, said }: Pick<Snapshot, 'spreads' | 'said'>): string | null {
  if (!spreads?.length || said) return null;
  return `Rows of ${spreads.join(', ')} that another client let point at these rows between the capture and the call were deleted or changed with them, and the database does not show whether there were any. An undo does not bring them back.`;
}

/** It follows when no operator has forced the undo. */
export const CONFLICT_FOR_CHILDREN = 'Without force it is a CONFLICT; with force only these rows are restored.';
