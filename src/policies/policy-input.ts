import { validationFailed } from '../platform/errors.js';
import { InvalidConditionError, parseCondition } from './condition.js';
import { refuseMisspelt } from './facts/names.js';
import { InvalidPatternError, parsePattern } from './pattern.js';
import type { ChangePolicyDto, CreatePolicyDto } from './policies.dto.js';
import type { PolicyEntity } from './policy.entity.js';

/** The values of a new policy, with the defaults of those that are left out. @throws 400 */
export function checkedPolicy(wanted: CreatePolicyDto) {
  const policy = {
    name: wanted.name ?? null,
    apiNamePattern: checkedPattern(wanted.apiNamePattern),
    condition: checkedCondition(wanted.condition ?? null),
    action: wanted.action,
    enabled: wanted.enabled ?? true,
    reason: wanted.reason ?? null,
    mode: wanted.mode ?? 'enforce',
    requiredApprovals: wanted.requiredApprovals ?? 1,
    onChange: wanted.onChange ?? 'run',
    expiresAfterSeconds: wanted.expiresAfterSeconds ?? null,
    onExpiry: wanted.onExpiry ?? 'reject',
    approvalUsableSeconds: wanted.approvalUsableSeconds ?? null,
    approvers: groupsOf(wanted.approvers ?? []),
    allowRequester: wanted.allowRequester ?? null,
  };
  checkHold(policy);
  return policy;
}

/** The values that a change names. @throws 400 */
export function checkedChanges({ condition, approvers, ...plain }: ChangePolicyDto) {
  return {
    ...plain,
    ...(approvers !== undefined && { approvers: groupsOf(approvers) }),
    ...(plain.apiNamePattern !== undefined && { apiNamePattern: checkedPattern(plain.apiNamePattern) }),
    ...(condition !== undefined && { condition: checkedCondition(condition) }),
  };
}

/** Their order means nothing, and neither does an id that is named twice. */
const groupsOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))].sort();

/** A call is permitted after a time that an operator chose. @throws 400 */
export function checkHold({
  onExpiry,
  expiresAfterSeconds,
}: Pick<PolicyEntity, 'onExpiry' | 'expiresAfterSeconds'>): void {
  if (onExpiry === 'approve' && expiresAfterSeconds === null)
    throw validationFailed('expiresAfterSeconds', 'is needed where "onExpiry" is "approve"');
}

export function checkedPattern(text: string): string {
  try {
    parsePattern(text);
    return text;
  } catch (error) {
    if (error instanceof InvalidPatternError) throw validationFailed('apiNamePattern', error.message);
    throw error;
  }
}

export function checkedCondition(json: unknown) {
  try {
    const condition = parseCondition(json);
    refuseMisspelt(condition);
    return condition;
  } catch (error) {
    if (!(error instanceof InvalidConditionError)) throw error;
    throw validationFailed(`condition${error.pointer.replaceAll('/', '.')}`, error.message);
  }
}
