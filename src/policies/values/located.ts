import type { Budget } from '../facts/budget.js';
import { compileAlikeKey } from './alike-key.js';
import { AMBIGUOUS, jsonIn } from './json-text.js';
import { isContainer } from './kinds.js';

/** Returns the values to which a path leads in a payload. */
export interface Located {
  readonly found: unknown[];
  /** True where the path ends early, in one of its branches: a member is not there. */
  isMissing: boolean;
  /** True where the path may mean more than was found: a value on it is no list or object, or its keys look alike. */
  isStrange: boolean;
}

type Step = { readonly name: string; readonly isAlike: (key: string) => boolean } | '*';

/**
 * Prepares a path; its segment `*` stands for each member of a list or object. Strictly, it leads where it says.
 * Leniently, it leads wherever a receiver may read it: into the members of a list, into the JSON that a text spells, and
 * to keys that look alike.
 */
export function compilePath(path: readonly string[], isLenient: boolean) {
  const steps = path.map((name): Step => (name === '*' ? '*' : { name, isAlike: compileAlikeKey(name) }));

  const walk = (value: unknown, at: number, located: Located, budget: Budget): void => {
    budget.left -= 1;
    if (budget.left < 0) return;
    const step = steps[at];
    if (step === undefined) {
      located.found.push(value);
      return;
    }
    if (!isContainer(value)) {
      const inside = isLenient && typeof value === 'string' ? jsonIn(value, budget) : undefined;
      if (inside === AMBIGUOUS) strange(located);
      else if (inside !== undefined) walk(inside, at, located, budget);
      else if (value === null || value === undefined) located.isMissing = true;
      else strange(located);
    } else if (step === '*') walkEach(value, at + 1, located, budget);
    else walkTo(value, step, at, located, budget);
  };

  const strange = (located: Located) => {
    if (isLenient) located.isStrange = true;
    located.isMissing = true;
  };

  const walkEach = (value: Record<string, unknown>, at: number, located: Located, budget: Budget) => {
    let isEmpty = true;
    for (const name in value) {
      isEmpty = false;
      walk(value[name], at, located, budget);
      if (budget.left < 0) return;
    }
    if (isEmpty) located.isMissing = true;
  };

  const walkTo = (
    value: Record<string, unknown>,
    step: Exclude<Step, '*'>,
    at: number,
    located: Located,
    budget: Budget,
  ) => {
    const isOwn = Object.hasOwn(value, step.name);
    if (isOwn) walk(value[step.name], at + 1, located, budget);
    if (Array.isArray(value)) {
      if (isOwn) return;
      if (isLenient) walkEach(value, at, located, budget);
      else located.isMissing = true;
      return;
    }
    let isAnyAlike = false;
    for (const key in value) {
      if (!step.isAlike(key)) continue;
      isAnyAlike = true;
      if (isLenient) walk(value[key], at + 1, located, budget);
      else located.isStrange = true;
      if (budget.left < 0) return;
    }
    if (!isOwn && !(isLenient && isAnyAlike)) located.isMissing = true;
  };

  return (payload: object, budget: Budget): Located => {
    const located: Located = { found: [], isMissing: false, isStrange: false };
    walk(payload, 0, located, budget);
    return located;
  };
}
