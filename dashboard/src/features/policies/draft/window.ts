import { policyWords as words } from '../../../words';
import type { Condition } from '../api';
import { SECONDS_OF, spanOf, type Unit } from '../span';

type WindowTest = Extract<Condition, { window: unknown }>;

export const SCOPES = ['agent', 'session', 'organization'] as const;
export const WINDOW_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const satisfies readonly WindowTest['operator'][];

/** A limit over time as the form holds it: each input by its text. */
export interface WindowRow {
  readonly kind: 'window';
  readonly key: number;
  readonly measure: 'count' | 'sum';
  readonly sum: string;
  /** `path`: each value of `path` has a window of its own. */
  readonly per: (typeof SCOPES)[number] | 'path';
  readonly path: string;
  readonly last: string;
  readonly unit: Unit;
  readonly operator: WindowTest['operator'];
  readonly value: string;
}

export const newWindow = (key: number): WindowRow => ({
  kind: 'window',
  key,
  measure: 'count',
  sum: '',
  per: 'agent',
  path: '',
  last: '24',
  unit: 'hours',
  operator: 'gt',
  value: '',
});

export function windowRowOf({ window, per, seconds, operator, value }: WindowTest, key: number): WindowRow {
  const scope = SCOPES.find((one) => one === per);
  const { count, unit } = spanOf(seconds);
  return {
    ...newWindow(key),
    ...('sum' in window && { measure: 'sum', sum: window.sum }),
    ...(scope ? { per: scope } : { per: 'path', path: per }),
    last: String(count),
    unit,
    operator,
    value: String(value),
  };
}

const LEAST_SECONDS = 60;
const MOST_SECONDS = 2_678_400;

/** Reads the condition of a row; a number that is not filled in is NaN, and `fault` is told each faulty input. */
export function windowOf(row: WindowRow, fault: (input: string, message: string) => void): WindowTest {
  const sum = argumentOf(row.sum);
  const path = argumentOf(row.path);
  if (row.measure === 'sum' && !isArgument(sum)) fault('sum', words.draft.argument);
  if (row.per === 'path' && (!isArgument(path) || path.split('.').includes('*'))) fault('path', words.draft.argument);
  const seconds = numberOf(row.last) * SECONDS_OF[row.unit];
  if (!(Number.isInteger(seconds) && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS))
    fault('last', words.draft.windowRange);
  const value = numberOf(row.value);
  if (!Number.isFinite(value)) fault('value', words.value.number);
  return {
    window: row.measure === 'sum' ? { sum } : { count: true },
    per: row.per === 'path' ? path : row.per,
    seconds,
    operator: row.operator,
    value,
  };
}

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
const argumentOf = (text: string) => text.trim();
const isArgument = (path: string) => /^payload\.[^.]/.test(path) && !path.split('.').includes('');
