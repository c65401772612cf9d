import { negated, type PositiveOperator, type ValueOf } from '../contract/condition-operators.js';
import { type Budget, EACH_STEP, type Test } from './facts/budget.js';
import type { Comparison } from './policy.js';
import { FOLDED, NORMALIZED, UNLIMITED } from './texts/forms.js';
import { globMatches } from './texts/glob.js';
import { jsonIn } from './values/json-text.js';
import { isContainer } from './values/kinds.js';
import { compileMayBe, type Form } from './values/may-be.js';
import { someText } from './values/readings.js';

/**
 * Prepares a comparison of a value that is there. A policy that restricts matches where the value may satisfy the
 * comparison in some form or reading; a policy that allows matches where it surely does.
 */
export function compileTest(comparison: Comparison, restricts: boolean): Test {
  const operator = negated(comparison.operator);
  if (operator === undefined) return restricts ? mayHold(comparison) : surelyHolds(comparison);
  const positive = { ...comparison, operator } as Comparison;
  const holds = restricts ? surelyHolds(positive) : mayHold(positive);
  return (value, budget) => !holds(value, budget);
}

/** Exact: the value has the expected type and satisfies the comparison. */
function surelyHolds(comparison: Comparison): Test {
  if (!comparison.ignoreCase) return surely(comparison);
  const wanted = FOLDED.ofJson(comparison.value, UNLIMITED);
  if (!wanted) return () => false;
  const test = surely({ ...comparison, value: wanted.json } as Comparison);
  return (raw, budget) => {
    const value = FOLDED.ofJson(raw, budget);
    return value !== null && test(value.json, budget);
  };
}

function mayHold(comparison: Comparison): Test {
  const form = comparison.ignoreCase ? FOLDED : NORMALIZED;
  const wanted = form.ofJson(comparison.value, UNLIMITED);
  if (!wanted) return () => true;
  const make = MAY[comparison.operator as PositiveOperator] as (wanted: unknown, form: Form) => Test;
  return make(wanted.json, form.ofText);
}

const surely = (comparison: Comparison): Test =>
  (SURELY[comparison.operator as PositiveOperator] as (wanted: unknown) => Test)(comparison.value);

const number =
  (compare: (value: number) => boolean): Test =>
  (value) =>
    isNumber(value) && compare(value);

const SURELY: { readonly [O in PositiveOperator]: (wanted: ValueOf<O>) => Test } = {
  eq: (wanted) => (value, budget) => jsonEqual(value, wanted, budget),
  gt: (wanted) => number((value) => value > wanted),
  gte: (wanted) => number((value) => value >= wanted),
  lt: (wanted) => number((value) => value < wanted),
  lte: (wanted) => number((value) => value <= wanted),
  in: (wanted) => compileMembership(wanted),
  // A text that spells a list or object may contain the letters without the list containing the text.
  contains: (wanted) => (value, budget) =>
    contains(value, wanted, budget) && !(typeof value === 'string' && isContainer(jsonIn(value, budget))),
  starts_with: (wanted) => (value) => typeof value === 'string' && value.startsWith(wanted),
  ends_with: (wanted) => (value) => typeof value === 'string' && value.endsWith(wanted),
  glob: (wanted) => (value, budget) => typeof value === 'string' && hasForm(value, wanted, budget),
  exists: (wanted) => () => wanted,
};

const maybeNumber =
  (compare: (value: number) => boolean): Test =>
  (value) =>
    !isNumber(value) || compare(value);

/** A value of another type than expected may be anything. */
const MAY: { readonly [O in PositiveOperator]: (wanted: ValueOf<O>, form: Form) => Test } = {
  eq: (wanted, form) => compileMayBe([wanted], form),
  gt: (wanted) => maybeNumber((value) => value > wanted),
  gte: (wanted) => maybeNumber((value) => value >= wanted),
  lt: (wanted) => maybeNumber((value) => value < wanted),
  lte: (wanted) => maybeNumber((value) => value <= wanted),
  in: (wanted, form) => compileMayBe(wanted, form),
  contains: (wanted, form) => mayContain(wanted, form),
  starts_with: (wanted, form) => maybeText((text) => text.startsWith(wanted), form),
  ends_with: (wanted, form) => maybeText((text) => text.endsWith(wanted), form),
  glob: (wanted, form) => maybeText((text, budget) => hasForm(text, wanted, budget), form),
  exists: (wanted) => () => wanted,
};

const maybeText =
  (matches: (text: string, budget: Budget) => boolean, form: Form): Test =>
  (value, budget) =>
    typeof value !== 'string' || readAs(value, matches, form, budget);

function readAs(value: unknown, matches: (text: string, budget: Budget) => boolean, form: Form, budget: Budget) {
  const read = (text: string) => {
    const formed = form(text, budget);
    return formed === null || matches(formed, budget);
  };
  return someText(value, read, budget);
}

function mayContain(wanted: unknown, form: Form): Test {
  const isText = typeof wanted === 'string';
  const mayBe = compileMayBe([wanted], form);
  return (value, budget) => {
    if (typeof value === 'string') {
      budget.left -= value.length / EACH_STEP;
      return !isText || readAs(value, (text) => text.includes(wanted), form, budget);
    }
    if (!Array.isArray(value)) return true;
    if (isText) return readAs(value, (text) => text.includes(wanted), form, budget);
    budget.left -= value.length / EACH_STEP;
    // A long list of numbers costs no call for each of them.
    if (isNumber(wanted)) return value.some((member) => member === wanted || typeof member !== 'number');
    return value.some((member) => mayBe(member, budget));
  };
}

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

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** Compares two JSON values; the order of keys means nothing. */
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
