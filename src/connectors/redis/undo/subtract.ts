/** Subtracts an increment's amount from the present number, when an operator chooses it; imports no I/O. */
import { Captured } from '../../captured.js';
import { isCounter } from '../../counters.js';
import { sum } from '../../decimal.js';
import type { Part, State } from '../part.js';
import type { Judged } from './verdicts.js';
import { stringOf, textOf } from './world.js';

export interface Subtracting {
  /** True when the operator chose it for this undo, by name, in the report of a conflict. */
  readonly isChosen: boolean;
  /** Patterns of keys that an operator declared as counters, with `*` for any characters. */
  readonly counters: readonly string[];
}

const WHOLE = /^-?\d{1,38}$/;
const COUNTED: readonly Part['kind'][] = ['value', 'field', 'score'];

/** True when a sum with this number is exact; scores are binary numbers of 64 bits. */
const isExact = ({ kind }: Part, number: string) =>
  WHOLE.test(number) && (kind !== 'score' || Number.isSafeInteger(Number(number)));

/** The whole number that the call added. Null when it added none. */
function addedBy({ part, before, after }: Judged): string | null {
  if (!COUNTED.includes(part.kind)) return null;
  const [was, is] = [before === null ? '0' : textOf(before), textOf(after)];
  if (was === null || is === null) return null;
  if (part.kind === 'score' && ![was, is].every((one) => isExact(part, one))) return null;
  const amount = sum(is, -1, was);
  return amount !== null && isExact(part, amount) ? amount : null;
}

/**
 * Treats an increment: conflicts state the added amount, and those that an operator chose are subtracted from the
 * present value.
 */
export function subtracted(judged: readonly Judged[], { isChosen, counters }: Subtracting): Judged[] {
  return judged.map((one): Judged => {
    const amount = one.verdict.is === 'conflict' ? addedBy(one) : null;
    const now = textOf(one.now);
    if (amount === null || now === null || !isExact(one.part, now)) return one;
    if (!isChosen && !isCounter(one.part.key, counters)) return { ...one, added: amount };
    const left = sum(now, -1, amount);
    if (left === null || !isExact(one.part, left)) return one;
    const state: State = one.part.kind === 'value' ? stringOf(left) : left;
    const verdict = { is: 'restore', to: Captured.lessenedNumber(state), isAsLeft: false } as const;
    return { ...one, added: amount, isSubtracted: true, isForced: isChosen, verdict };
  });
}
