import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  OPERATOR_NAMES,
} from '../../../../src/contract/condition-operators.js';
import type { Tone } from '../../ui/tag';
import type { Condition, Policy } from './api/list';

export type Decision = Policy['action'];
type Comparison = Extract<Condition, { field: string }>;
export type Operator = ConditionOperator;

export const DECISION_WORDS: Readonly<Record<Decision, readonly [word: string, tone: Tone]>> = {
  ALLOW: ['Allow', 'good'],
  REQUIRE_APPROVAL: ['Require approval', 'warning'],
  BLOCK: ['Block', 'danger'],
};
export const DECISIONS = Object.keys(DECISION_WORDS) as readonly Decision[];

export const OPERATOR_CHOICES = OPERATOR_NAMES.map((value) => ({ value, label: CONDITION_OPERATORS[value].words }));

function comparisonWords(comparison: Comparison): string {
  const { field: name, operator, value, onMissing } = comparison;
  const zone = 'timeZone' in comparison && comparison.timeZone ? ` (${comparison.timeZone})` : '';
  const field = `${name}${zone}`;
  const missing = onMissing ? ' or is missing' : '';
  const anyCase = 'ignoreCase' in comparison && comparison.ignoreCase ? ', in any case' : '';
  if (operator === 'exists') return `${field} ${value ? 'is present' : 'is missing'}${value ? missing : ''}`;
  const values = Array.isArray(value) && operator !== 'eq' && operator !== 'neq' ? value : [value];
  return `${field} ${CONDITION_OPERATORS[operator].words} ${values.map((one) => JSON.stringify(one)).join(', ')}${anyCase}${missing}`;
}

const SCOPE_WORDS: Readonly<Record<string, string>> = {
  agent: 'this agent',
  session: 'this session',
  organization: 'the organization',
};

/** “the sum of payload.amount of this agent in 24 h is more than 1000” */
function windowWords({ window, per, seconds, operator, value }: Extract<Condition, { window: unknown }>): string {
  const sum = 'sum' in window ? `the sum of ${window.sum}` : 'the number of calls';
  return `${sum} of ${SCOPE_WORDS[per] ?? `one ${per}`} in ${duration(seconds)} ${CONDITION_OPERATORS[operator].words} ${value}`;
}

/** A condition as a person says it; null is every call. */
export function conditionWords(condition: Condition | null): string {
  if (condition === null) return 'every call';
  if ('field' in condition) return comparisonWords(condition);
  if ('window' in condition) return windowWords(condition);
  const [members, joint] = 'all' in condition ? [condition.all, ' and '] : [condition.any, ' or '];
  return members
    .map((member) =>
      'field' in member || members.length === 1 ? conditionWords(member) : `(${conditionWords(member)})`,
    )
    .join(joint);
}

const DAY_MS = 86_400_000;

/** Returns the number per day, since a time that is at least a day ago; less than a day counts as one. */
export function perDay(count: number, since: string, now: number): string {
  const days = Math.max(1, (now - Date.parse(since)) / DAY_MS);
  const each = count / days;
  return each === 0 || each >= 10 ? Math.round(each).toLocaleString('en') : each.toFixed(1);
}

/** Formats a duration: `40 s`, `12 min`, `3.5 h`, `2.1 days`; a dash for an unknown one. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  const one = (number: number) => String(Math.round(number * 10) / 10);
  return seconds < 172_800 ? `${one(seconds / 3_600)} h` : `${one(seconds / 86_400)} days`;
}

/** Formats a share: `92 %`; a dash for an unknown one. */
export const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`);
