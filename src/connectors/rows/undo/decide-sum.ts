/** The decision on a column that the call added to; imports no I/O. */
import type { FieldReport } from '../../connector.js';
import type { Cell } from '../table/table.js';
import { minus, negated } from '../values/decimal.js';
import type { Tries } from '../values/tries.js';

export interface Sum {
  readonly name: string;
  readonly before: string;
  readonly now: string;
  /** What the call added. */
  readonly added: string;
  /** What the client reports that the call left; null where it reports nothing that fits. */
  readonly reported: Cell;
}

/**
 * Takes off what the call added, whatever other clients have added since. What the call replaced follows from what it
 * left: the captured value may be older.
 */
export function decideSum({ name, before, now, added, reported }: Sum, tries: Tries, place: string): FieldReport {
  const left = reported ?? minus(before, negated(added));
  const replaced = minus(left, added);
  const target = minus(now, added);
  const report = { field: name, before: target, after: left, now };
  const earlier = tries.written(place);
  if (earlier !== undefined && now !== earlier.seen) {
    return { ...report, before: earlier.wrote, result: now === earlier.wrote ? 'already-restored' : 'conflict' };
  }
  if (now === replaced) return { ...report, before: replaced, result: 'already-restored' };
  return { ...report, result: 'restored' };
}
