import { CONDITION_OPERATORS } from '../../../../../src/contract/condition-operators.js';
import type { Json } from '../../../api/json';
import { policyWords as words } from '../../../words';
import type { Condition } from '../api';
import { isTime } from './fields';
import { type Operator, readValue, writtenValue } from './value';
import { newWindow, type WindowRow, windowOf, windowRowOf } from './window';

type Comparison = Extract<Condition, { field: string }>;

/** One comparison of the form. */
export interface ComparisonRow {
  readonly kind: 'comparison';
  /** A key of this browser, because rows come and go. */
  readonly key: number;
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
  readonly matchesMissing: boolean;
  readonly ignoresCase: boolean;
  /** Only the hour and the weekday have one; empty is UTC. */
  readonly timeZone: string;
}

export type Row = ComparisonRow | WindowRow;

let keys = 0;
export const newRow = (field = ''): ComparisonRow => ({
  kind: 'comparison',
  key: ++keys,
  field,
  operator: 'gt',
  value: '',
  matchesMissing: false,
  ignoresCase: false,
  timeZone: '',
});
export const newWindowRow = () => newWindow(++keys);

const INPUTS = new Set(['field', 'operator', 'value', 'onMissing', 'ignoreCase', 'timeZone']);

/** Returns the rows of conditions; null if one of them is a group or has a member that no row has an input for. */
export function rowsOf(members: readonly Condition[]): Row[] | null {
  const rows = members.map((one) => {
    if ('window' in one) return windowRowOf(one, ++keys);
    return 'field' in one && Object.keys(one).every((name) => INPUTS.has(name)) ? comparisonRowOf(one) : null;
  });
  return rows.every((row) => row !== null) ? rows : null;
}

const comparisonRowOf = (comparison: Comparison): ComparisonRow => ({
  ...newRow(comparison.field),
  operator: comparison.operator,
  value: writtenValue(comparison.operator, comparison.value as Json),
  matchesMissing: comparison.onMissing === 'match',
  ignoresCase: 'ignoreCase' in comparison && comparison.ignoreCase === true,
  timeZone: comparison.timeZone ?? '',
});

/**
 * Reads the condition of a row as far as it is written: a value that is missing is undefined. `fault` is told each
 * faulty input.
 */
export function conditionOf(row: Row, fault: (input: string, message: string) => void): Condition {
  if (row.kind === 'window') return windowOf(row, fault);
  const field = row.field.trim();
  if (field === '' || field === 'payload') fault('field', words.draft.noField);
  else if (field.split('.').includes('')) fault('field', words.draft.emptySegment);
  const read = readValue(row.operator, row.value);
  if ('wrong' in read) fault('value', read.wrong);
  const timeZone = row.timeZone.trim();
  return {
    ...{ field, operator: row.operator, value: 'value' in read ? read.value : undefined },
    ...(row.matchesMissing && { onMissing: 'match' }),
    ...(row.ignoresCase && CONDITION_OPERATORS[row.operator].foldsCase && { ignoreCase: true }),
    ...(isTime(field) && timeZone !== '' && { timeZone }),
  } as Condition;
}
