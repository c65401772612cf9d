import type { FactValue, Thing } from '../../connectors/facts/facts.js';
import type { Comparison } from '../policy.js';
import { type Budget, EACH_STEP, type Test } from './budget.js';

/** Case and form of characters, as the least exact of providers compares names. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();
/** Without the schema in front. */
const simple = (text: string) => text.slice(text.lastIndexOf('.') + 1);

const names = new WeakMap<Thing, readonly string[]>();

/** Folded once, however many policies look: characters that take long to fold are the agent's to choose. */
function namesOf(thing: Thing): readonly string[] {
  const known = names.get(thing) ?? [...thing.readings, ...(thing.aliases ?? [])].map(folded);
  names.set(thing, known);
  return known;
}

/**
 * A comparison of the things that a call acts on. What may be meant is enough for a policy that restricts, and of one
 * thing; a policy that allows needs what is sure, of all. Undefined: the call has no such thing.
 */
export function compileFact(
  comparison: Comparison,
  restricts: boolean,
  compile: (comparison: Comparison) => Test,
): (value: FactValue | undefined, budget: Budget) => boolean {
  const { positive, isNegated } = positiveOf(comparison);
  const exact = compile(positive);
  const alike = compile(withValue(positive, folded));
  const alikeSimple = compile(withValue(positive, (text) => simple(folded(text))));

  return (value, budget) => {
    const isSure = ({ readings }: Thing) => readings.every((text) => exact(text, budget));
    const mayBe = (thing: Thing) =>
      namesOf(thing).some((name) => {
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
  return restricts && (operator === 'neq' || operator === 'not_in');
}

function positiveOf(comparison: Comparison): { positive: Comparison; isNegated: boolean } {
  if (comparison.operator === 'neq') return { positive: { ...comparison, operator: 'eq' }, isNegated: true };
  if (comparison.operator === 'not_in') return { positive: { ...comparison, operator: 'in' }, isNegated: true };
  return { positive: comparison, isNegated: false };
}

function withValue(comparison: Comparison, change: (text: string) => string): Comparison {
  const changed = (value: unknown): unknown => (typeof value === 'string' ? change(value) : value);
  const { value } = comparison;
  return { ...comparison, value: Array.isArray(value) ? value.map(changed) : changed(value) } as Comparison;
}
