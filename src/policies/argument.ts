import { negated } from '../contract/condition-operators.js';
import { compileTest } from './comparison.js';
import { factOf } from './condition.js';
import type { Budget, Test } from './facts/budget.js';
import { compileFact } from './facts/compare.js';
import type { Comparison, PolicySubject } from './policy.js';
import { compilePath, type Located } from './values/located.js';
import { mayBeNothing } from './values/readings.js';

export type Predicate = (subject: PolicySubject, budget: Budget) => boolean;

/**
 * Compiles a comparison of an argument. A policy that restricts matches by any value that the path may lead to; a policy
 * that allows needs at least one value, and all of them. An argument that the call does not have may have gone by another
 * name: a condition on it holds for a policy that restricts. When a fact names the same thing, the fact is compared
 * instead of a missing argument, and in addition to a present one.
 */
export function compileArgument(comparison: Comparison, path: readonly string[], restricts: boolean): Predicate {
  const isPresence = comparison.operator === 'exists';
  const holdsFor = isPresence
    ? compilePresence(comparison, path, restricts)
    : compileValues(comparison, path, restricts);
  const fact = restricts && !isPresence ? factOf({ path }) : undefined;
  const factHolds = compileFact(ofElements(comparison), restricts, compileTest);
  const [argument = ''] = path;
  return (subject, budget) => {
    const known = fact === undefined ? undefined : subject.facts?.[fact];
    if (known !== undefined && factHolds(known, budget)) return true;
    if (subject.payload === null) return restricts && known === undefined;
    const isElsewhere = restricts && !isPresence && known === undefined && argument !== '*';
    if (isElsewhere && !Object.hasOwn(subject.payload, argument)) return true;
    return spent(budget, restricts, () => holdsFor(subject.payload as object, budget));
  };
}

type Holds = (payload: object, budget: Budget) => boolean;

function compileValues(comparison: Comparison, path: readonly string[], restricts: boolean): Holds {
  const isNegated = negated(comparison.operator) !== undefined;
  // A negated condition of a policy that allows has to search as widely as one that restricts.
  const locate = compilePath(path, restricts || isNegated);
  const test = compileTest(comparison, restricts);
  const isLenient = comparison.onMissing === 'match';
  const acceptsMissing = isLenient || isNegated;
  const isOfEach = isNegated && path.includes('*');
  const acceptsNone = isLenient || (isNegated && !isOfEach);
  if (restricts) {
    return (payload, budget) => {
      const { found, isMissing, isStrange } = locate(payload, budget);
      return isStrange || (isMissing && acceptsMissing) || found.some((value) => test(value, budget));
    };
  }
  // A list among the members may be meant as more members: one of its members says nothing of the others.
  const surely = comparison.operator === 'contains' && path.at(-1) === '*' ? ofEachMember(test) : test;
  return (payload, budget) => {
    const { found, isMissing, isStrange } = locate(payload, budget);
    if (isStrange || (isMissing && !acceptsMissing)) return false;
    // An empty list in a list is no value either: the policy needs one that it excepts.
    const isNone = isOfEach ? found.every((value) => mayBeNothing(value, budget)) : found.length === 0;
    return (acceptsNone || !isNone) && found.every((value) => surely(value, budget));
  };
}

function ofEachMember(test: Test): Test {
  const ofEach: Test = (value, budget) => {
    if (!Array.isArray(value)) return test(value, budget);
    budget.left -= value.length;
    return value.length > 0 && budget.left >= 0 && value.every((member) => ofEach(member, budget));
  };
  return ofEach;
}

function compilePresence(comparison: Comparison, path: readonly string[], restricts: boolean): Holds {
  const isLenient = comparison.onMissing === 'match';
  const wantsPresent = comparison.value === true;
  const locate = compilePath(path, restricts === wantsPresent);
  const isPresent = restricts
    ? ({ found }: Located) => found.length > 0
    : ({ found, isMissing, isStrange }: Located) => found.length > 0 && !isMissing && !isStrange;
  const isAbsent = restricts
    ? ({ isMissing }: Located) => isMissing
    : ({ found, isStrange }: Located) => found.length === 0 && !isStrange;
  return (payload, budget) => {
    const located = locate(payload, budget);
    return (wantsPresent ? isPresent : isAbsent)(located) || (isLenient && located.isMissing);
  };
}

/** A fact has the elements of a list one by one. */
const ofElements = (comparison: Comparison): Comparison =>
  comparison.field.endsWith('keys') && comparison.operator === 'contains'
    ? { ...comparison, operator: 'eq' }
    : comparison;

/** When the budget runs out, a policy that restricts matches, and one that allows does not. */
export function spent(budget: Budget, restricts: boolean, matches: () => boolean): boolean {
  budget.left -= 1;
  if (budget.left < 0) return restricts;
  const result = matches();
  return budget.left < 0 ? restricts : result;
}
