import { MOST_STEPS } from '../facts/budget.js';
import { compilePath } from '../values/located.js';

interface Amount {
  /** A decimal number from 0. */
  readonly amount: string;
  /** False when an amount is missing, or is no number. */
  readonly isKnown: boolean;
}

/** Prepares the sum of what a path leads to. A text that spells a number adds that number, and is unknown all the same. */
export function compileAmount(field: string): (payload: object | null) => Amount {
  const path = (field.startsWith('payload.') ? field.slice('payload.'.length) : field).split('.');
  const locate = compilePath(path, true);
  return (payload) => {
    if (payload === null) return { amount: '0', isKnown: false };
    const { found, isMissing, isStrange } = locate(payload, { left: MOST_STEPS });
    const sum = found.reduce<number>((all, value) => all + Math.max(0, numberIn(value)), 0);
    const isKnown = !isMissing && !isStrange && found.every((value) => typeof value === 'number');
    return { amount: decimal(sum), isKnown };
  };
}

function numberIn(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** PostgreSQL reads the shortest form of a double exactly; an infinite sum is as large as a double can be. */
const decimal = (sum: number) => String(Number.isFinite(sum) ? sum : Number.MAX_VALUE);
