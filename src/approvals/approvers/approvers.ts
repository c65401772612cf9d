import type { ApproverRule } from '../../policies/policy.js';

/** A place of an operator in a group. */
export interface Membership {
  readonly group: string;
  readonly since: Date;
  /** The operator added themselves. */
  readonly byThemselves: boolean;
}

/** An operator who approves, or wants to. */
export interface Approver {
  readonly user: string;
  /** The operator asked for the call: made the key that asked, asked directly, or is the user whose task it is. */
  readonly isRequester: boolean;
  readonly memberships: readonly Membership[];
}

/** The approvals that a call needs. */
export interface Asked {
  /** So many operators altogether. */
  readonly required: number;
  readonly rules: readonly ApproverRule[];
  readonly askedAt: Date;
}

/** Why an operator may not approve. `given`: nothing is missing that the operator could give. */
export type NotApprover = 'requester' | 'joined-since' | 'given' | 'not-in-group';

/** The effect of an approval of one more operator. */
export type Standing = 'approved' | 'pending' | 'approved-already' | NotApprover;

/**
 * Each policy wants its own number of approvals from its own groups, so that a further policy never makes an approval
 * easier. An operator approves if that brings one of them nearer; whom one of them excludes, approves for none.
 */
export function afterApproving(by: Approver, given: readonly Approver[], asked: Asked): Standing {
  if (given.some(({ user }) => user === by.user)) return 'approved-already';
  const counted = given.filter((one) => !isExcluded(one, asked));
  if (isExcluded(by, asked)) return 'requester';
  if (!isNeeded(by, counted, asked)) return whyNotNeeded(by, asked);
  const all = [...counted, by];
  return all.length >= asked.required && shortOf(all, asked).length === 0 ? 'approved' : 'pending';
}

/** The rules that name groups and want more approvals of them. */
export function shortOf(given: readonly Approver[], asked: Asked): readonly ApproverRule[] {
  return named(asked).filter((rule) => countOf(rule, given, asked) < rule.required);
}

/** Counts the given approvals that count for a rule. */
export const countOf = (rule: ApproverRule, given: readonly Approver[], asked: Asked): number =>
  given.filter((one) => !isExcluded(one, asked) && (rule.groups.length === 0 || isOneOf(one, rule, asked))).length;

/** The rules that hold for edited arguments, or once a hold has ended: what was asked, and what is asked now. */
export function rulesTogether(asked: readonly ApproverRule[], more: readonly ApproverRule[]): readonly ApproverRule[] {
  const known = new Set(asked.map(textOf));
  return [...asked, ...more.filter((rule) => !known.has(textOf(rule)))];
}

const textOf = ({ policyId, groups, required, allowRequester }: ApproverRule): string =>
  JSON.stringify([policyId, [...groups].sort(), required, allowRequester]);

const named = ({ rules }: Asked): readonly ApproverRule[] => rules.filter(({ groups }) => groups.length > 0);

const isExcluded = ({ isRequester }: Approver, { rules }: Asked): boolean =>
  isRequester && rules.some(({ allowRequester }) => !allowRequester);

/** Operators of no group are needed only where more approvals are wanted than any group gives. */
function isNeeded(by: Approver, counted: readonly Approver[], asked: Asked): boolean {
  if (shortOf(counted, asked).some((rule) => isOneOf(by, rule, asked))) return true;
  const ofGroups = Math.max(0, ...named(asked).map(({ required }) => required));
  return asked.required > ofGroups && counted.length < asked.required;
}

/** Operators who add themselves to a group cannot approve calls that waited before. */
const isOneOf = ({ memberships }: Approver, { groups }: ApproverRule, { askedAt }: Asked): boolean =>
  memberships.some(({ group, since, byThemselves }) => groups.includes(group) && !(byThemselves && since >= askedAt));

function whyNotNeeded(by: Approver, asked: Asked): NotApprover {
  if (named(asked).some((rule) => isOneOf(by, rule, asked))) return 'given';
  const groups = named(asked).flatMap((rule) => rule.groups);
  return by.memberships.some(({ group }) => groups.includes(group)) ? 'joined-since' : 'not-in-group';
}
