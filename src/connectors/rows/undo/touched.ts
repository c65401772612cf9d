/** Which of the captured rows a call touched, as far as its answer tells. */
import type { ItemReport } from '../../connector.js';
import { UNPROVED } from '../../proof/proof.js';
import type { Response } from '../call/response.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Row } from '../table/table.js';
import { isAt, type Work } from './restore.js';

/** More rows look as the call left them than it touched, and its answer does not name them: nothing is written. */
export class Unproved extends Error {
  override readonly name = 'Unproved';

  constructor(readonly items: readonly ItemReport[]) {
    super(UNPROVED);
  }
}

/** True when the answer says that the call did not touch the row: another client was there before it. */
export type Untouched = (row: Row) => boolean;

/** A call touches fewer rows than were captured when another client changes or deletes some of them before it. */
export async function untouchedRows({ dialect, session, table, response }: Work): Promise<Untouched> {
  const named = namedIn(response);
  if (named === null) return () => false;
  const claims = await dialect.claims(session, table.key, named);
  return (row) => !claims.some((claim) => isAt(table, claim, row));
}

/** True when the answer counts fewer rows than were captured and does not name them. */
export const isPartial = ({ rows }: Pick<Snapshot, 'rows'>, response: Response): boolean =>
  response.rowCount !== null && response.rowCount < rows.length && namedIn(response) === null;

/**
 * Compares the number of rows that look as the call left them with the number that the call touched.
 * @throws Unproved
 */
export function requireCounted(
  { snapshot, response, onConflict }: Pick<Work, 'snapshot' | 'response'> & { readonly onConflict: string },
  items: readonly ItemReport[],
): void {
  const { beside, query } = snapshot;
  if (onConflict === 'force' || response.rowCount === null || namedIn(response) !== null) return;
  const each = beside === undefined ? 1 : (query?.countPerUpdate ?? 0);
  const asLeft = items.filter(({ result }) => result === 'restored').length;
  if (each * asLeft + (beside?.length ?? 0) > response.rowCount) throw new Unproved(items);
}

/** The rows that the answer names; null when it names none, or not all that it counts. */
function namedIn({ rows, before, rowCount }: Response) {
  const named = rows ?? before;
  return named.length > 0 && named.length >= (rowCount ?? 0) ? named : null;
}

/** The sentence about captured rows that the call did not touch; null when there are none. */
export function untouchedNote(count: number): string | null {
  if (count === 0) return null;
  const rows = count === 1 ? '1 captured row is' : `${count} captured rows are`;
  return `${rows} not among those that the answer of the call names; another client may have changed them before`;
}
