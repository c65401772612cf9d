import { CONDITION_OPERATORS } from '../../../../src/contract/condition-operators.js';
import { policyWords as words } from '../../words';
import type { Condition, Policy } from './api';
import { spanWords } from './span';

type Comparison = Extract<Condition, { field: string }>;
type Window = Extract<Condition, { window: unknown }>;
type Decision = Policy['action'];

const UNKNOWN = '…';

/** A policy as it is saved, or as far as it is written: an input that is not filled in yet is an ellipsis. */
export type Described = Pick<
  Policy,
  | 'apiNamePattern'
  | 'condition'
  | 'action'
  | 'requiredApprovals'
  | 'onChange'
  | 'onExpiry'
  | 'expiresAfterSeconds'
  | 'approvers'
  | 'allowRequester'
  | 'mode'
  | 'enabled'
>;

/** The name of a group; null for one that is not known here. */
export type GroupName = (id: string) => string | null;

/** Says what a policy does, in whole sentences: its rule first, then what differs from the usual. */
export function policySentences(policy: Described, groupName: GroupName): string[] {
  const { action, condition, mode, enabled } = policy;
  const subject =
    policy.apiNamePattern === '*' ? words.sentence.everyCall : words.sentence.callsOf(policy.apiNamePattern || UNKNOWN);
  const verb = {
    ALLOW: words.sentence.allows,
    REQUIRE_APPROVAL: words.sentence.asks(policy.requiredApprovals),
    BLOCK: words.sentence.blocks,
  };
  const rule = [verb[action], subject];
  if (condition !== null) rule.push(words.sentence.when, conditionWords(condition, action));
  return [
    `${rule.join(' ')}.`,
    ...(action === 'REQUIRE_APPROVAL' ? [...approverSentences(policy, groupName), ...waitSentences(policy)] : []),
    ...(enabled ? [] : [words.sentence.off]),
    ...(enabled && mode === 'shadow' ? [words.sentence.shadow] : []),
  ];
}

function approverSentences({ approvers, allowRequester }: Described, groupName: GroupName): string[] {
  const mayAsker = allowRequester ?? approvers.length === 0;
  const names = approvers.map((id) => `“${groupName(id) ?? UNKNOWN}”`).join(words.sentence.or);
  if (approvers.length === 0) return mayAsker ? [] : [words.sentence.approvedByAny, words.sentence.notRequester];
  return [words.sentence.approvedBy(names), mayAsker ? words.sentence.alsoRequester : words.sentence.notRequester];
}

function waitSentences({ expiresAfterSeconds, onExpiry, onChange }: Described): string[] {
  const span = expiresAfterSeconds === null ? UNKNOWN : spanWords(expiresAfterSeconds);
  const isHeld = onExpiry === 'approve';
  return [
    ...(isHeld ? [words.sentence.runsAfter(span)] : []),
    ...(!isHeld && expiresAfterSeconds !== null ? [words.sentence.rejectedAfter(span)] : []),
    ...(onChange === 'ask' ? [words.sentence.asksAgain] : []),
  ];
}

/** Says a condition as a person would; null is every call. The action decides whether one member of a list is enough. */
export function conditionWords(condition: Condition | null, action: Decision): string {
  if (condition === null) return words.sentence.everyCall;
  if ('field' in condition) return comparisonWords(condition, action);
  if ('window' in condition) return windowWords(condition);
  const [members, joint] =
    'all' in condition ? [condition.all, words.sentence.and] : [condition.any, words.sentence.or];
  return members
    .map((member) =>
      'all' in member || 'any' in member
        ? members.length === 1
          ? conditionWords(member, action)
          : `(${conditionWords(member, action)})`
        : conditionWords(member, action),
    )
    .join(joint);
}

function comparisonWords(comparison: Comparison, action: Decision): string {
  const { operator, value, onMissing } = comparison;
  const field = fieldWords(comparison, action);
  const missing = onMissing ? words.sentence.orMissing : '';
  if (operator === 'exists') return value ? words.sentence.isPresent(field) + missing : words.sentence.isMissing(field);
  const values = Array.isArray(value) && operator !== 'eq' && operator !== 'neq' ? value : [value];
  const listed = values.map((one) => (one === undefined ? UNKNOWN : JSON.stringify(one))).join(', ');
  const folded = 'ignoreCase' in comparison && comparison.ignoreCase ? words.sentence.ignoringCase : '';
  if (comparison.field === 'session.did') {
    if (['eq', 'in', 'glob'].includes(operator)) return words.sentence.did(listed) + folded;
    if (['neq', 'not_in', 'not_glob'].includes(operator)) return words.sentence.didNot(listed) + folded;
  }
  return `${field} ${CONDITION_OPERATORS[operator].words} ${listed}${folded}${missing}`;
}

const CONTEXT: Readonly<Record<string, string>> = {
  'time.hour': words.sentence.hour,
  'time.weekday': words.sentence.weekday,
  'session.calls': words.sentence.sessionCalls,
};

function fieldWords(comparison: Comparison, action: Decision): string {
  const { field } = comparison;
  if (field.split('.').includes('*'))
    return action === 'ALLOW' ? words.sentence.each(field) : words.sentence.any(field);
  const name = CONTEXT[field] ?? (field || UNKNOWN);
  const zone = 'timeZone' in comparison ? comparison.timeZone : undefined;
  return zone ? words.sentence.inZone(name, zone) : name;
}

const SCOPES: Readonly<Record<string, string>> = {
  agent: words.sentence.agent,
  session: words.sentence.session,
  organization: words.sentence.organization,
};
const LIMITS = {
  gt: words.sentence.exceeds,
  gte: words.sentence.reaches,
  lt: words.sentence.below,
  lte: words.sentence.atMost,
} as const;

/** “the sum of payload.amount of this agent in 24 hours exceeds 1,000” */
function windowWords({ window, per, seconds, operator, value }: Window): string {
  return [
    'sum' in window ? words.sentence.sum(window.sum || UNKNOWN) : words.sentence.count,
    SCOPES[per] ?? words.sentence.samePath(per || UNKNOWN),
    words.sentence.within(Number.isFinite(seconds) ? spanWords(seconds) : UNKNOWN),
    LIMITS[operator](Number.isFinite(value) ? value.toLocaleString('en', { maximumFractionDigits: 20 }) : UNKNOWN),
  ].join(' ');
}
