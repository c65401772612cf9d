import { CONDITION_OPERATORS } from '../../../../../src/contract/condition-operators.js';
import type { Json } from '../../../api/json';
import type { Schemas } from '../../../api/wire';
import type { Condition, Policy } from '../api/list';
import type { Operator } from '../words';
import { wrongWith } from './pattern';
import { readValue, writtenValue } from './value';

export type Body = Required<Schemas['CreatePolicyBody']>;

/** One comparison of the form. */
export interface Row {
  /** A key of this browser, because rows come and go. */
  readonly key: number;
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
  readonly matchesMissing: boolean;
  readonly ignoresCase: boolean;
}

/** A policy as the form holds it: each input by its text. */
export interface Draft extends Pick<Body, 'apiNamePattern' | 'action' | 'mode' | 'enabled' | 'onChange' | 'onExpiry'> {
  readonly name: string;
  readonly reason: string;
  readonly requiredApprovals: string;
  /** Seconds; empty for the default of the service. */
  readonly expiresAfterSeconds: string;
  /** Seconds; empty for as long as the approval waits. */
  readonly approvalUsableSeconds: string;
  /** `json`: groups within groups, which the form has no rows for. */
  readonly when: 'every' | 'all' | 'any' | 'json';
  readonly rows: readonly Row[];
  readonly json: string;
}

/** The faults of a draft by the input: `apiNamePattern`, `rows.0.value`. */
export type Wrong = Readonly<Record<string, string>>;

let keys = 0;
export const newRow = (field = ''): Row => ({
  key: ++keys,
  field,
  operator: 'gt',
  value: '',
  matchesMissing: false,
  ignoresCase: false,
});

export const newDraft = (apiNamePattern: string, action: Body['action']): Draft => ({
  apiNamePattern,
  action,
  mode: 'enforce',
  enabled: true,
  name: '',
  reason: '',
  requiredApprovals: '1',
  onChange: 'run',
  expiresAfterSeconds: '',
  approvalUsableSeconds: '',
  onExpiry: 'reject',
  when: 'every',
  rows: [],
  json: '',
});

export function draftOf(policy: Policy): Draft {
  const { name, apiNamePattern, action, mode, enabled, reason, requiredApprovals, onChange, condition } = policy;
  const { onExpiry, expiresAfterSeconds, approvalUsableSeconds: usable } = policy;
  const plain = { name: name ?? '', apiNamePattern, action, mode, enabled, onChange, onExpiry, reason: reason ?? '' };
  const numbers = {
    requiredApprovals: String(requiredApprovals),
    expiresAfterSeconds: expiresAfterSeconds === null ? '' : String(expiresAfterSeconds),
    approvalUsableSeconds: usable === null ? '' : String(usable),
  };
  return { ...plain, ...numbers, ...formOf(condition) };
}

/** The part of the form that is about a condition. */
export function formOf(condition: Condition | null): Pick<Draft, 'when' | 'rows' | 'json'> {
  if (condition === null) return { when: 'every', rows: [], json: '' };
  const json = JSON.stringify(condition, null, 2);
  const members = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition];
  const comparisons = members.filter(isRow);
  if (comparisons.length < members.length) return { when: 'json', rows: [], json };
  return { when: 'any' in condition ? 'any' : 'all', rows: comparisons.map(rowOf), json };
}

type Comparison = Extract<Condition, { field: string }>;

const OF_ROWS = new Set(['field', 'operator', 'value', 'onMissing', 'ignoreCase']);
/** A comparison with a member that rows have no input for, such as a time zone, is kept as JSON. */
const isRow = (condition: Condition): condition is Comparison =>
  'field' in condition && Object.keys(condition).every((name) => OF_ROWS.has(name));

const rowOf = (comparison: Comparison): Row => ({
  ...newRow(comparison.field),
  operator: comparison.operator,
  value: writtenValue(comparison.operator, comparison.value as Json),
  matchesMissing: comparison.onMissing === 'match',
  ignoresCase: 'ignoreCase' in comparison && comparison.ignoreCase === true,
});

/** Returns the body to send, or the faults of the draft. */
export function bodyOf(draft: Draft): { readonly body: Body | null; readonly wrong: Wrong } {
  const wrong: Record<string, string> = {};
  const badPattern = wrongWith(draft.apiNamePattern);
  if (badPattern) wrong.apiNamePattern = badPattern;
  const approvals = Number(draft.requiredApprovals);
  const isAsking = draft.action === 'REQUIRE_APPROVAL';
  if (isAsking && (!Number.isInteger(approvals) || approvals < 1)) wrong.requiredApprovals = 'A whole number from 1.';
  const seconds = secondsOf(draft.expiresAfterSeconds);
  const usable = secondsOf(draft.approvalUsableSeconds);
  if (isAsking && !isInRange(seconds)) wrong.expiresAfterSeconds = OUT_OF_RANGE;
  if (isAsking && !isInRange(usable)) wrong.approvalUsableSeconds = OUT_OF_RANGE;
  if (isAsking && seconds === null && draft.onExpiry === 'approve')
    wrong.expiresAfterSeconds = 'After how many seconds does the call run?';
  if (draft.name.trim().length > 100) wrong.name = 'At most 100 characters.';
  if (draft.reason.length > 1_000) wrong.reason = 'At most 1000 characters.';
  const condition = conditionOf(draft, wrong);
  if (Object.keys(wrong).length > 0) return { body: null, wrong };
  const { apiNamePattern, action, mode, enabled, onChange, onExpiry } = draft;
  const reason = draft.reason.trim() || null;
  const name = draft.name.trim() || null;
  return {
    body: {
      name,
      apiNamePattern,
      condition,
      action,
      mode,
      enabled,
      reason,
      requiredApprovals: isAsking ? approvals : 1,
      onChange: isAsking ? onChange : 'run',
      expiresAfterSeconds: isAsking ? seconds : null,
      onExpiry: isAsking ? onExpiry : 'reject',
      approvalUsableSeconds: isAsking ? usable : null,
    },
    wrong,
  };
}

const OUT_OF_RANGE = 'A whole number from 10 to 2678400.';
const secondsOf = (text: string) => (text.trim() === '' ? null : Number(text));
const isInRange = (seconds: number | null) =>
  seconds === null || (Number.isInteger(seconds) && seconds >= 10 && seconds <= 2_678_400);

function conditionOf({ when, rows, json }: Draft, wrong: Record<string, string>): Condition | null {
  if (when === 'every') return null;
  if (when === 'json') return parsedCondition(json, wrong);
  if (rows.length === 0) wrong.rows = 'Add a comparison, or choose every call.';
  const members = rows.map((row, index): Condition => {
    const field = row.field.trim();
    if (field === '' || field === 'payload') wrong[`rows.${index}.field`] = 'Which field? For example payload.amount.';
    else if (field.split('.').includes('')) wrong[`rows.${index}.field`] = 'A segment between two dots is empty.';
    const read = readValue(row.operator, row.value);
    if ('wrong' in read) wrong[`rows.${index}.value`] = read.wrong;
    const value = 'value' in read ? read.value : null;
    return {
      ...{ field, operator: row.operator, value },
      ...(row.matchesMissing && { onMissing: 'match' }),
      ...(row.ignoresCase && CONDITION_OPERATORS[row.operator].foldsCase && { ignoreCase: true }),
    } as Condition;
  });
  const [only] = members;
  if (members.length === 1 && only) return only;
  return when === 'all' ? { all: members } : { any: members };
}

/** The service reads it as a condition; here it has to be an object. */
function parsedCondition(json: string, wrong: Record<string, string>): Condition | null {
  try {
    const value: Json = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as unknown as Condition;
    wrong.json = 'A condition is an object, such as { "all": [ … ] }.';
  } catch (error) {
    wrong.json = error instanceof Error ? error.message : 'Invalid JSON.';
  }
  return null;
}

/** Returns the input of the form that a problem of the service belongs to; null if there is none. */
export function inputOf(field: string, { when }: Draft): string | null {
  if (
    ['name', 'apiNamePattern', 'reason', 'requiredApprovals', 'expiresAfterSeconds', 'approvalUsableSeconds'].includes(
      field,
    )
  )
    return field;
  if (!field.startsWith('condition')) return null;
  if (when === 'json') return 'json';
  const [, index = '0', part = ''] =
    /^condition(?:\.(?:all|any)\.(\d+))?(?:\.(field|operator|value))?/.exec(field) ?? [];
  return part === 'value' ? `rows.${index}.value` : `rows.${index}.field`;
}
