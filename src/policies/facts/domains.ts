import type { ConditionOperator } from '../../contract/condition-operators.js';
import { OPERATION_TYPES } from '../../contract/operation-types.js';
import type { Comparison } from '../policy.js';

/** The values that a fact can have. */
interface Domain {
  readonly words: string;
  has(value: unknown, ignoresCase?: boolean): boolean;
  /** Numbers of the domain, of which one is above `bound` if any is, and one below. */
  around?(bound: number): readonly number[];
}

const folded = (value: unknown) => String(value).toLowerCase();

const oneOf = (values: readonly unknown[]): Domain => ({
  words: `one of ${values.join(', ')}`,
  has: (value, ignoresCase = false) =>
    values.includes(value) || (ignoresCase && values.some((one) => folded(one) === folded(value))),
});

const whole = (least: number, most: number): Domain => ({
  words: most === Infinity ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`,
  has: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  around: (bound) => [least, most, bound, Math.floor(bound) + 1, Math.ceil(bound) - 1],
});

const between = (least: number, most: number): Domain => ({
  words: `a number from ${least} to ${most}`,
  has: (value) => typeof value === 'number' && value >= least && value <= most,
  around: (bound) => [least, most, bound],
});

const DOMAINS: ReadonlyMap<string, Domain> = new Map([
  ['operationType', oneOf(OPERATION_TYPES)],
  ['reversibility', oneOf(['exact', 'compensating', 'none'])],
  ['captureFailed', oneOf([true, false])],
  ['time.hour', whole(0, 23)],
  ['time.weekday', whole(1, 7)],
  ['session.calls', whole(0, Infinity)],
  ['driftScore', between(0, 1)],
  ['driftPercentile', between(0, 100)],
]);

const HOLDS: Readonly<Partial<Record<ConditionOperator, (value: number, bound: number) => boolean>>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

const NAMES_VALUES: ReadonlySet<string> = new Set<ConditionOperator>(['eq', 'neq', 'in', 'not_in']);

/**
 * Answers what a fact can be, where the comparison names a value that it cannot have, or that it is never above or
 * below; undefined where the comparison can be meant.
 */
export function outsideDomain({ field, operator, value, ignoreCase }: Comparison): string | undefined {
  const domain = DOMAINS.get(field);
  if (domain === undefined) return undefined;
  const holds = HOLDS[operator];
  if (holds) {
    const near = domain.around?.(Number(value)).filter((one) => domain.has(one)) ?? [];
    return near.some((one) => holds(one, Number(value))) ? undefined : domain.words;
  }
  if (!NAMES_VALUES.has(operator)) return undefined;
  return [value].flat().every((one) => domain.has(one, ignoreCase)) ? undefined : domain.words;
}
