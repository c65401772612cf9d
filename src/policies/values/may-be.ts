import type { Budget, Test } from '../facts/budget.js';
import { compileAlikeKey } from './alike-key.js';
import { isContainer, kindOf } from './kinds.js';
import { someText } from './readings.js';

/** Brings a text into the form in which it is compared; null where that takes too long. */
export type Form = (text: string, budget: Budget) => string | null;

/**
 * Prepares the question whether a value may be meant as one of `wanted`, whatever its form: a value of another kind than
 * all of them, a list inside a list, JSON in a text, keys that look alike. The texts in `wanted` are in their form.
 */
export function compileMayBe(wanted: readonly unknown[], form: Form): Test {
  const kinds = new Set(wanted.map(kindOf).filter((kind) => kind !== 'null'));
  const scalars = new Set(wanted.filter((one) => !isContainer(one)));
  const containers = wanted
    .filter(isContainer)
    .map((one) => (Array.isArray(one) ? compileList(one, form) : compileObject(one, form)));
  const isNullWanted = scalars.has(null);
  const isWanted = (budget: Budget) => (text: string) => {
    const formed = form(text, budget);
    return formed === null || scalars.has(formed) || (isNullWanted && text === 'null');
  };
  return (value, budget) => {
    const kind = kindOf(value);
    if (kind === 'null') return isNullWanted || kinds.size > 0;
    if (kinds.size > 0 && !kinds.has(kind)) return true;
    if (kind === 'number' || kind === 'flag') return scalars.has(value);
    if (containers.some((test) => test(value, budget))) return true;
    return (kind === 'text' || isNullWanted) && someText(value, isWanted(budget), budget);
  };
}

/** The members have to be alike one by one; a list around the list means the same. */
function compileList(wanted: readonly unknown[], form: Form): Test {
  const members = wanted.map((member) => compileMayBe([member], form));
  const mayBe: Test = (value, budget) => {
    budget.left -= 1;
    if (budget.left < 0) return true;
    if (!Array.isArray(value)) return false;
    if (value.length === members.length && members.every((test, at) => test(value[at], budget))) return true;
    return value.some((member) => isContainer(member) && mayBe(member, budget));
  };
  return mayBe;
}

function compileObject(wanted: object, form: Form): Test {
  const members = Object.entries(wanted).map(([name, member]) => {
    const isAlike = compileAlikeKey(name);
    const isNamed = (key: string) => key === name || isAlike(key);
    return { isNamed, test: compileMayBe([member], form) };
  });
  return (value, budget) => {
    budget.left -= 1;
    if (budget.left < 0) return true;
    if (!isContainer(value) || Array.isArray(value)) return false;
    const names: string[] = [];
    for (const name in value) {
      budget.left -= 1;
      if (!members.some(({ isNamed }) => isNamed(name))) return false;
      names.push(name);
    }
    return members.every(({ isNamed, test }) => names.some((name) => isNamed(name) && test(value[name], budget)));
  };
}
