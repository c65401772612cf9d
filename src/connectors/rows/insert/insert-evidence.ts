import type { InsertCall } from '../call/payload.js';
import { namesOf } from '../table/names.js';
import { keyOf } from '../table/row.js';
import type { Row } from '../table/table.js';
import type { Work } from '../undo/restore.js';
import { agrees, type Candidate, candidatesOf } from './insert-candidates.js';
import { absenceTest } from './insert-keys.js';

/** A candidate and the row that is there now. */
export interface Found extends Candidate {
  readonly row: Row | null;
  /** Its version was certainly written after the capture looked. */
  readonly isYounger: boolean;
  readonly isTwice: boolean;
  /** The call was to insert it, and met it instead. */
  readonly isMet: boolean;
}

/** Does the same with the key columns that distinguish the rows of this insert from others. */
export function byIdentity<W extends Work>(work: W): W {
  const { table, snapshot, dialect } = work;
  const { identity } = snapshot;
  if (identity === undefined) return work;
  const key = identity.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
  const known = { ...snapshot, key: identity };
  return { ...work, table: { ...table, key }, snapshot: known, names: namesOf(dialect.label, known) };
}

/** The rows that the call inserted according to its record, in their present state. */
export async function lookFor(work: Work, call: InsertCall, { lock }: { lock: boolean }): Promise<Found[]> {
  const { dialect, session, table, snapshot } = work;
  const candidates = await candidatesOf(work, call);
  const keys = candidates.map(({ key }) => keyOf(table, key));
  const isUpsert = snapshot.beside !== undefined;
  const met = (isUpsert && (await dialect.updatedByUpsert?.(session, table, keys))) || new Set<number>();
  const rows = await dialect.read(session, table, keys, lock);
  const { proof, visible } = snapshot;
  const younger =
    proof?.kind === 'version' && visible !== undefined
      ? await dialect.youngerThan(session, table, keys, visible)
      : new Set();
  const texts = keys.map((key) => JSON.stringify(key));
  return candidates.map((candidate, i) => ({
    ...candidate,
    row: rows[i] ?? null,
    isYounger: younger.has(i),
    isTwice: texts.indexOf(texts[i] ?? '') < i,
    isMet: met.has(i),
  }));
}

/**
 * The reason why this cannot be a row of the call, whatever the operator forces. Only the approved payload and the
 * capture count here: a client that names a row which was there before must not get it deleted.
 */
export function rejection({ table, snapshot }: Work, found: Found): string | null {
  const { key, payload, row } = found;
  if (found.isTwice) return 'the client reports this key twice';
  if (keyOf(table, key).includes(null)) return 'its key is not known';
  if (!found.isCertain && row !== null)
    return 'the call inserted some of its rows only, and its client did not report which';
  const wasAbsent = absenceTest(snapshot)(row ?? key);
  if (wasAbsent === true || (wasAbsent === null && row === null)) return null;
  const isAsApproved = row !== null && Object.keys(payload.values).every((name) => agrees(payload, name, row));
  if (wasAbsent === null && found.isYounger && isAsApproved) return null;
  return 'there is no proof that this row was not there before the call';
}

/** True when the row holds every stated value. */
export function holds({ payload, reported, defaults, row }: Found): boolean {
  return (
    row !== null &&
    [payload, reported, defaults].every((said) => Object.keys(said.values).every((name) => agrees(said, name, row)))
  );
}
