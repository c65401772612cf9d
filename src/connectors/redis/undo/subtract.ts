/** Subtracts an increment's amount from the present number, when an operator chooses it; imports no I/O. */
import { Captured } from '../../captured.js';
import { sum } from '../../decimal.js';
import type { State } from '../part.js';
import type { Judged } from './verdicts.js';
import { stringOf, textOf } from './world.js';

export interface Subtracting {
  /** True when the operator chose it for this undo, by name, in the report of a conflict. */
  readonly isChosen: boolean;
  /** Patterns of keys that an operator declared as counters, with `*` for any characters. */
  readonly counters: readonly string[];
}

export const patternsIn = (declared = ''): string[] => declared.split(/[\s,]+/).filter((one) => one !== '');

/** Runs in linear time: each part between two `*` is looked for once. */
export function isCounter(key: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [first = '', ...rest] = pattern.split('*');
    const last = rest.pop();
    if (last === undefined) return key === pattern;
    if (!key.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = key.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return key.length - last.length >= at && key.endsWith(last);
  });
}

const WHOLE = /^-?\d{1,38}$/;

/** The whole number that the call added. Null when it added none. */
function addedBy({ part, before, after }: Judged): string | null {
  if (part.kind !== 'value' && part.kind !== 'field') return null;
  const [was, is] = [before === null ? '0' : textOf(before), textOf(after)];
  const amount = was === null || is === null ? null : sum(is, -1, was);
  return amount !== null && WHOLE.test(amount) ? amount : null;
}

/**
 * Treats an increment: conflicts state the added amount, and those that an operator chose are subtracted from the
 * present value.
 */
export function subtracted(judged: readonly Judged[], { isChosen, counters }: Subtracting): Judged[] {
  return judged.map((one): Judged => {
    const amount = one.verdict.is === 'conflict' ? addedBy(one) : null;
    const now = textOf(one.now);
    if (amount === null || now === null || !WHOLE.test(now)) return one;
    if (!isChosen && !isCounter(one.part.key, counters)) return { ...one, added: amount };
    const left = sum(now, -1, amount);
    if (left === null) return one;
    const state: State = one.part.kind === 'value' ? stringOf(left) : left;
    const verdict = { is: 'restore', to: Captured.lessenedNumber(state), isAsLeft: false } as const;
    return { ...one, added: amount, isSubtracted: true, isForced: isChosen, verdict };
  });
}
