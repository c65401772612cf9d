import type { ConditionOperator, ValueOf } from '../contract/condition-operators.js';
import { type Budget, EACH_STEP, type Test } from './facts/budget.js';
import type { Comparison } from './policy.js';
import { foldedJson } from './texts/folded-json.js';
import { globMatches } from './texts/glob.js';

/** Prepares a comparison. `restricts`: a value that cannot be compared counts as matching. */
export function compileTest(comparison: Comparison, restricts: boolean): Test {
  if (!comparison.ignoreCase) return compile(comparison, restricts);
  const value = foldedJson(comparison.value, { left: Number.POSITIVE_INFINITY });
  if (!value) return () => restricts;
  const test = compile({ ...comparison, value: value.json } as Comparison, restricts);
  return (raw, budget) => {
    if (TEXT_PARTS.includes(comparison.operator) && typeof raw !== 'string' && !Array.isArray(raw)) return restricts;
    const folded = foldedJson(raw, budget);
    return folded ? test(folded.json, budget) : restricts;
  };
}

/** Operators that expect a text when `ignoreCase` is set. */
const TEXT_PARTS: readonly ConditionOperator[] = ['contains', 'starts_with', 'ends_with'];

const compile = (comparison: Comparison, restricts: boolean): Test => {
  const make = OPERATORS[comparison.operator] as (value: unknown, restricts: boolean) => Test;
  return make(comparison.value, restricts);
};

const OPERATORS: { readonly [O in ConditionOperator]: (wanted: ValueOf<O>, restricts: boolean) => Test } = {
  eq: (wanted) => (value, budget) => jsonEqual(value, wanted, budget),
  neq: (wanted) => (value, budget) => !jsonEqual(value, wanted, budget),
  gt: (wanted, restricts) => (value) => (isNumber(value) ? value > wanted : restricts),
  gte: (wanted, restricts) => (value) => (isNumber(value) ? value >= wanted : restricts),
  lt: (wanted, restricts) => (value) => (isNumber(value) ? value < wanted : restricts),
  lte: (wanted, restricts) => (value) => (isNumber(value) ? value <= wanted : restricts),
  in: (wanted) => compileMembership(wanted),
  not_in: (wanted) => {
    const isMember = compileMembership(wanted);
    return (value, budget) => !isMember(value, budget);
  },
  contains: (wanted) => (value, budget) => contains(value, wanted, budget),
  starts_with: (wanted) => (value) => typeof value === 'string' && value.startsWith(wanted),
  ends_with: (wanted) => (value) => typeof value === 'string' && value.endsWith(wanted),
  glob: (wanted, restricts) => (value, budget) =>
    typeof value === 'string' ? hasForm(value, wanted, budget) : restricts,
  not_glob: (wanted, restricts) => (value, budget) =>
    typeof value === 'string' ? !hasForm(value, wanted, budget) : restricts,
  exists: (wanted) => () => wanted,
};

function hasForm(text: string, wanted: string | readonly string[], budget: Budget): boolean {
  return [wanted].flat().some((pattern) => globMatches(pattern, text, budget));
}

function compileMembership(list: readonly unknown[]): Test {
  const scalars = new Set(list.filter((item) => !isContainer(item)));
  const containers = list.filter(isContainer);
  return (value, budget) =>
    isContainer(value) ? containers.some((item) => jsonEqual(item, value, budget)) : scalars.has(value);
}

function contains(value: unknown, wanted: unknown, budget: Budget): boolean {
  if (typeof value !== 'string' && !Array.isArray(value)) return false;
  budget.left -= value.length / EACH_STEP;
  if (typeof value === 'string') return typeof wanted === 'string' && value.includes(wanted);
  return isContainer(wanted) ? value.some((item) => jsonEqual(item, wanted, budget)) : value.includes(wanted);
}

function jsonEqual(a: unknown, b: unknown, budget: Budget): boolean {
  budget.left -= 1;
  if (budget.left < 0) return false;
  if (!isContainer(a) || !isContainer(b)) {
    if (typeof a === 'string' && typeof b === 'string' && a.length === b.length) budget.left -= a.length / EACH_STEP;
    return a === b;
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => jsonEqual(item, b[index], budget));
  if (Array.isArray(a) || Array.isArray(b)) return false;
  // Lists of names would cost more than the comparison of most members.
  let more = 0;
  for (const name in a) {
    more += 1;
    budget.left -= 1;
    if (!Object.hasOwn(b, name) || !jsonEqual(a[name], b[name], budget)) return false;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
