import type { FactValue, Thing } from '../../connectors/facts/facts.js';
import { negated } from '../../contract/condition-operators.js';
import type { Comparison } from '../policy.js';
import { isNormalizable } from '../texts/folded.js';
import { type Budget, EACH_STEP, type Test } from './budget.js';

/** Case and form of characters, as the least exact of providers compares names. */
const alikeText = (text: string) => text.normalize('NFKC').toLowerCase();
/** The name without its schema. */
const simple = (text: string) => text.slice(text.lastIndexOf('.') + 1);
/** The pattern without its schema. Without a dot, its last `*` may stand for the schema and the begin of the name. */
const simplePattern = (text: string) =>
  text.includes('.') ? simple(text) : text.slice(Math.max(0, text.lastIndexOf('*')));

const names = new WeakMap<Thing, readonly (string | null)[]>();

/**
 * The names of a thing are folded once, however many policies read them. Null stands for a name whose folding would
 * take too long, because the agent chooses its characters.
 */
function namesOf(thing: Thing): readonly (string | null)[] {
  const read = () => [...thing.readings, ...(thing.aliases ?? [])];
  const known = names.get(thing) ?? read().map((name) => (isNormalizable(name) ? alikeText(name) : null));
  names.set(thing, known);
  return known;
}

/**
 * Compiles a comparison of the things that a call acts on. A policy that restricts holds when one possible reading of
 * one thing satisfies the comparison; a policy that allows needs the certain readings of all things. The value is
 * undefined when the call has no such thing.
 */
export function compileFact(
  comparison: Comparison,
  restricts: boolean,
  compile: (comparison: Comparison, whenUnsure: boolean) => Test,
): (value: FactValue | undefined, budget: Budget) => boolean {
  const { positive, isNegated } = positiveOf(comparison);
  const exact = compile(positive, false);
  const alike = compile(withValue(positive, alikeText), true);
  const alikeSimple = compile(
    withValue(positive, (text) => (positive.operator === 'glob' ? simplePattern : simple)(alikeText(text))),
    true,
  );

  return (value, budget) => {
    const isSure = ({ readings }: Thing) => readings.every((text) => exact(text, budget));
    const mayBe = (thing: Thing) =>
      namesOf(thing).some((name) => {
        if (name === null) return true;
        budget.left -= 1 + name.length / EACH_STEP;
        return alike(name, budget) || (thing.isPartial === true && alikeSimple(name, budget));
      });
    if (value === 'unknown') return restricts;
    if (value === undefined || value.length === 0) return satisfiedByNone(comparison, restricts);
    if (comparison.operator === 'exists') return comparison.value;
    const matches = restricts
      ? isNegated
        ? !value.every(isSure)
        : value.some(mayBe)
      : isNegated
        ? !value.some(mayBe)
        : value.every(isSure);
    return budget.left < 0 ? restricts : matches;
  };
}

function satisfiedByNone({ operator, value, onMissing }: Comparison, restricts: boolean): boolean {
  if (onMissing === 'match' || (operator === 'exists' && value === false)) return true;
  return restricts && negated(operator) !== undefined;
}

function positiveOf(comparison: Comparison): { positive: Comparison; isNegated: boolean } {
  const operator = negated(comparison.operator);
  if (operator === undefined) return { positive: comparison, isNegated: false };
  return { positive: { ...comparison, operator } as Comparison, isNegated: true };
}

function withValue(comparison: Comparison, change: (text: string) => string): Comparison {
  const changed = (value: unknown): unknown => (typeof value === 'string' ? change(value) : value);
  const { value } = comparison;
  return { ...comparison, value: Array.isArray(value) ? value.map(changed) : changed(value) } as Comparison;
}
