import type { ItemReport } from '../../connector.js';
import type { Recorded } from '../insert/feasible.js';

/** A sentence per thing that stays open because the statement computed it and the client did not report it. */
export function unknownAfter({ call, snapshot, response }: Recorded): string[] {
  const { query } = snapshot;
  if (query === undefined || response.rows !== null) return [];
  const open = call.kind === 'update' ? Object.keys(call.values).filter((column) => isOpen(column, query.after)) : [];
  const sentences = open.map(
    (column) =>
      `What the statement left in ${column} was not reported and could not be foreseen: it is put back only when forced.`,
  );
  return query.moment
    ? [...sentences, 'Which rows it touched depends on the moment it ran, and was not reported.']
    : sentences;
}

/**
 * A sentence when it is not sure that the captured rows are the ones the statement touched: its condition depends on the
 * moment it ran, its client did not report the rows, and not every captured row still showed its mark.
 */
export function momentNote({ snapshot, response }: Recorded, items: readonly ItemReport[]): string | null {
  if (!snapshot.query?.moment || response.rows !== null) return null;
  const touched = items.filter(({ result }) => result === 'restored').length;
  if (touched === snapshot.rows.length && touched === response.rowCount) return null;
  return 'which rows the statement touched depends on the moment it ran, and was not reported';
}

function isOpen(column: string, after: readonly object[]): boolean {
  return after.some((row) => !Object.hasOwn(row, column));
}
