import { type Pattern, parsePattern } from './pattern.js';
import { type PolicyRule, RESTRICTIVENESS } from './policy.js';

/** True when every name that `narrow` matches is matched by `wide`. */
export function coversPattern(wide: Pattern, narrow: Pattern): boolean {
  for (const [index, segment] of wide.entries()) {
    const isOpen = segment === '*' && index === wide.length - 1;
    if (isOpen) return narrow.length > index;
    const other = narrow[index];
    // The last `*` of the narrow one stands for more segments than this one.
    if (other === undefined || (other === '*' && index === narrow.length - 1)) return false;
    if (segment !== '*' && segment !== other) return false;
  }
  return narrow.length === wide.length;
}

export type Coverable = Pick<
  PolicyRule,
  | 'id'
  | 'apiNamePattern'
  | 'action'
  | 'requiredApprovals'
  | 'expiresAfterSeconds'
  | 'onExpiry'
  | 'approvalUsableSeconds'
  | 'approvers'
  | 'allowRequester'
> & { readonly condition: unknown; readonly onChange: string };

/**
 * True when `policy` decides nothing that `other` does not decide in the same way or more restrictively: `other`
 * matches all of its calls, whatever they say. It errs towards false.
 */
export function isCoveredBy(policy: Coverable, other: Coverable): boolean {
  if (policy.id === other.id) return false;
  const isWider = other.condition === null || isSame(other.condition, policy.condition);
  if (!isWider || !coversPattern(parsePattern(other.apiNamePattern), parsePattern(policy.apiNamePattern))) return false;
  const more = RESTRICTIVENESS[other.action] - RESTRICTIVENESS[policy.action];
  if (more !== 0) return more > 0;
  return policy.action !== 'REQUIRE_APPROVAL' || asksForTheSame(policy, other);
}

const asksForTheSame = (one: Coverable, other: Coverable): boolean =>
  (one.requiredApprovals ?? 1) <= (other.requiredApprovals ?? 1) &&
  one.onChange === other.onChange &&
  isSame(waitOf(one), waitOf(other)) &&
  isSame(approversOf(one), approversOf(other));

const approversOf = ({ approvers = [], allowRequester }: Coverable) => [
  approvers,
  allowRequester ?? approvers.length === 0,
];

const waitOf = ({ expiresAfterSeconds, onExpiry, approvalUsableSeconds }: Coverable) => [
  expiresAfterSeconds,
  onExpiry,
  approvalUsableSeconds ?? null,
];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
