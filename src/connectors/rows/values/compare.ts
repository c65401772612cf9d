/** Decides each field, and sums up the decisions; reaches no database. */
import type { FieldReport, ItemReport, UndoReport } from '../../connector.js';
import { AS_LEFT, NOT_HAPPENED, type ProbedOutcome, UNKNOWN } from '../../proof/proof.js';

type Cell = string | null;

export interface Field {
  readonly name: string;
  readonly before: Cell;
  /** The values that the call may have left, best known first; empty when nothing is known of it. */
  readonly after: readonly Cell[];
  readonly now: Cell;
  /** True when it has the meaning of the former value, even in another form. */
  readonly isAsBefore: boolean;
}

/** Restores a field that still holds the call's value; a later value of another client is a conflict unless forced. */
export function decideField(field: Field, onConflict: 'skip' | 'force'): FieldReport {
  return { field: field.name, before: field.before, after: field.after[0] ?? null, now: field.now, result: resultOf() };

  function resultOf(): FieldReport['result'] {
    if (field.now === field.before) return 'already-restored';
    if (field.after.includes(field.now)) return 'restored';
    if (field.isAsBefore) return 'already-restored';
    return onConflict === 'force' ? 'forced' : 'conflict';
  }
}

/** The call deleted a row that the same transaction had inserted: there was none before, and there is none. */
export const NO_ROW: FieldReport = { field: '(row)', before: null, after: null, now: null, result: 'already-restored' };

/** The result of a row is the worst result of its fields. */
export function itemOf(resource: string, fields: readonly FieldReport[]): ItemReport {
  const order = ['conflict', 'forced', 'restored'] as const;
  const result = order.find((candidate) => fields.some((field) => field.result === candidate));
  return { resource, result: result ?? 'already-restored', fields };
}

/** `done` only when every item is as it was before the call. @param same the rows that the call left as they were */
export function summarise(
  items: readonly ItemReport[],
  missing: string | null = null,
  same: readonly string[] = [],
): UndoReport {
  const counts = (['restored', 'already-restored', 'forced', 'conflict', 'impossible'] as const)
    .map((result) => ({ result, count: items.filter((item) => item.result === result).length }))
    .filter(({ count }) => count > 0);
  const open = missing !== null || counts.some(({ result }) => result === 'conflict' || result === 'impossible');
  const listed = counts.map(({ result, count }) => `${count} ${count === 1 ? 'row' : 'rows'} ${result}`);
  const detail = [...(listed.length > 0 ? listed : ['no rows were touched']), ...(missing === null ? [] : [missing])];
  const gone = items.filter(({ fields }) => fields.includes(NO_ROW)).map(({ resource }) => resource);
  const unchanged = [...gone, ...same];
  return {
    outcome: open ? 'conflict' : 'done',
    detail: detail.join('; '),
    items,
    ...(unchanged.length > 0 && { unchanged }),
  };
}

/**
 * Decides whether an update of unknown outcome took effect, from every field it sets. `after` is undefined when it is
 * not known.
 */
export function outcomeOfFields(
  fields: readonly { before: Cell; after: Cell | undefined; now: Cell | undefined }[],
): ProbedOutcome {
  if (fields.every(({ before, now }) => now === before)) return NOT_HAPPENED;
  const deciding = fields.filter(({ before, after }) => before !== after);
  return deciding.length > 0 && fields.every(({ after, now }) => now !== undefined && now === after)
    ? AS_LEFT
    : UNKNOWN;
}

/** Decides whether rows that were to appear, or to vanish, all did. */
export function outcomeOfPresence(done: readonly boolean[]): ProbedOutcome {
  if (done.every((one) => !one)) return NOT_HAPPENED;
  return done.every((one) => one) ? AS_LEFT : UNKNOWN;
}
