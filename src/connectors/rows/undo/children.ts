import type { Recorded } from '../insert/feasible.js';

/**
 * The note on a deletion that the database may have spread to other tables: no row pointed at these rows when they were
 * captured, and nothing shows whether one did when they were deleted. Null when it cannot have spread.
 */
export function unseenChildren({ call, snapshot }: Pick<Recorded, 'call' | 'snapshot'>): string | null {
  if (call.kind !== 'delete' || !snapshot.spreads?.length || snapshot.said) return null;
  const tables = snapshot.spreads.join(', ');
  return `A row of ${tables} that another client let point at these rows between the capture and the call was deleted or changed with them and does not come back: nothing shows it.`;
}
