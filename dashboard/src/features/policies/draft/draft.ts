import type { Schemas } from '../../../api/wire';
import { policyWords as words } from '../../../words';
import type { Condition, Policy } from '../api';
import type { Described } from '../sentence';
import { isCondition, parsedCondition } from './json';
import { wrongWith } from './pattern';
import { conditionOf, type Row, rowsOf } from './rows';

export type Body = Required<Schemas['CreatePolicyBody']>;

/** A policy as the form holds it: each input by its text. */
export interface Draft extends Pick<Body, 'apiNamePattern' | 'action' | 'mode' | 'enabled' | 'onChange' | 'onExpiry'> {
  readonly name: string;
  readonly reason: string;
  readonly requiredApprovals: string;
  /** Seconds; empty for the default of the service. */
  readonly expiresAfterSeconds: string;
  /** Seconds; empty for as long as the approval waits. */
  readonly approvalUsableSeconds: string;
  /** Ids of groups. */
  readonly approvers: readonly string[];
  /** Null when the value follows from the approvers. */
  readonly allowRequester: boolean | null;
  /** `json`: groups within groups, which the form has no rows for. */
  readonly when: 'every' | 'all' | 'any' | 'json';
  readonly rows: readonly Row[];
  readonly json: string;
}

/** The faults of a draft by the input: `apiNamePattern`, `rows.0.value`. */
export type Wrong = Readonly<Record<string, string>>;

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
  approvers: [],
  allowRequester: null,
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
  const { approvers, allowRequester } = policy;
  return { ...plain, ...numbers, approvers, allowRequester, ...formOf(condition) };
}

/** The part of the form that is about a condition. */
export function formOf(condition: Condition | null): Pick<Draft, 'when' | 'rows' | 'json'> {
  if (condition === null) return { when: 'every', rows: [], json: '' };
  const json = JSON.stringify(condition, null, 2);
  const members = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition];
  const rows = rowsOf(members);
  return rows === null ? { when: 'json', rows: [], json } : { when: 'any' in condition ? 'any' : 'all', rows, json };
}

interface Read {
  /** Null if the draft has a fault. */
  readonly body: Body | null;
  readonly wrong: Wrong;
  /** The policy as far as it is written, to describe it in words; null while its condition is no condition. */
  readonly written: Described | null;
}

/** Returns the body to send, or the faults of the draft. */
export function bodyOf(draft: Draft): Read {
  const wrong: Record<string, string> = {};
  const badPattern = wrongWith(draft.apiNamePattern);
  if (badPattern) wrong.apiNamePattern = badPattern;
  if (draft.name.trim().length > 100) wrong.name = words.draft.tooLong(100);
  if (draft.reason.length > 1_000) wrong.reason = words.draft.tooLong(1_000);
  const { apiNamePattern, action, mode, enabled } = draft;
  const condition = conditionOfDraft(draft, wrong);
  const body: Body = {
    name: draft.name.trim() || null,
    apiNamePattern,
    condition,
    action,
    mode,
    enabled,
    reason: draft.reason.trim() || null,
    ...waitOf(draft, wrong),
  };
  const isWritten = condition === null ? draft.when === 'every' : draft.when !== 'json' || isCondition(condition);
  return { body: Object.keys(wrong).length > 0 ? null : body, wrong, written: isWritten ? body : null };
}

type Wait = Pick<
  Body,
  | 'requiredApprovals'
  | 'onChange'
  | 'expiresAfterSeconds'
  | 'onExpiry'
  | 'approvalUsableSeconds'
  | 'approvers'
  | 'allowRequester'
>;

/** Reads what only a policy that asks for approval has; the others have the defaults. */
function waitOf(draft: Draft, wrong: Record<string, string>): Wait {
  if (draft.action !== 'REQUIRE_APPROVAL')
    return {
      requiredApprovals: 1,
      onChange: 'run',
      expiresAfterSeconds: null,
      onExpiry: 'reject',
      approvalUsableSeconds: null,
      approvers: [],
      allowRequester: null,
    };
  const requiredApprovals = Number(draft.requiredApprovals);
  if (!Number.isInteger(requiredApprovals) || requiredApprovals < 1) wrong.requiredApprovals = words.draft.wholeNumber;
  const expiry = secondsOf(draft.expiresAfterSeconds);
  const usable = secondsOf(draft.approvalUsableSeconds);
  if (!expiry.isInRange) wrong.expiresAfterSeconds = words.draft.expiryRange;
  if (!usable.isInRange) wrong.approvalUsableSeconds = words.draft.expiryRange;
  if (expiry.isEmpty && draft.onExpiry === 'approve') wrong.expiresAfterSeconds = words.draft.expiryMissing;
  const { onChange, onExpiry, allowRequester } = draft;
  const approvers = [...draft.approvers];
  const waits = { expiresAfterSeconds: expiry.seconds, approvalUsableSeconds: usable.seconds };
  return { requiredApprovals, onChange, onExpiry, approvers, allowRequester, ...waits };
}

/** `seconds` is null for an empty input and for one that is out of range. */
function secondsOf(text: string) {
  const isEmpty = text.trim() === '';
  const seconds = Number(text);
  const isInRange = isEmpty || (Number.isInteger(seconds) && seconds >= 10 && seconds <= 2_678_400);
  return { isEmpty, isInRange, seconds: isEmpty || !isInRange ? null : seconds };
}

function conditionOfDraft({ when, rows, json }: Draft, wrong: Record<string, string>): Condition | null {
  if (when === 'every') return null;
  if (when === 'json') {
    const read = parsedCondition(json);
    if ('value' in read) return read.value;
    wrong.json = read.wrong;
    return null;
  }
  if (rows.length === 0) wrong.rows = words.draft.noRows;
  const members = rows.map((row, index) =>
    conditionOf(row, (input, message) => {
      wrong[`rows.${index}.${input}`] = message;
    }),
  );
  const [only] = members;
  if (members.length <= 1) return only ?? null;
  return when === 'all' ? { all: members } : { any: members };
}

/** The inputs of a row by the member of the condition that the service refuses. */
const INPUTS: Readonly<Record<string, string>> = {
  value: 'value',
  timeZone: 'timeZone',
  window: 'sum',
  per: 'path',
  seconds: 'last',
};

/** Returns the input of the form that a problem of the service belongs to; null if there is none. */
export function inputOf(field: string, { when, rows }: Pick<Draft, 'when' | 'rows'>): string | null {
  if (['name', 'apiNamePattern', 'reason', 'requiredApprovals', 'expiresAfterSeconds', 'approvers'].includes(field))
    return field;
  if (!field.startsWith('condition')) return null;
  if (when === 'json') return 'json';
  const [, index = '0', member = ''] = /^condition(?:\.(?:all|any)\.(\d+))?(?:\.(\w+))?/.exec(field) ?? [];
  const first = rows[Number(index)]?.kind === 'window' ? 'value' : 'field';
  return `rows.${index}.${INPUTS[member] ?? first}`;
}
