import type { PolicyEntity } from './policy.entity.js';

export type PolicyView = ReturnType<typeof toPolicyView>;

export function toPolicyView(policy: PolicyEntity) {
  return {
    id: policy.id,
    name: policy.name,
    apiNamePattern: policy.apiNamePattern,
    condition: policy.condition,
    action: policy.action,
    enabled: policy.enabled,
    reason: policy.reason,
    mode: policy.mode,
    requiredApprovals: policy.requiredApprovals,
    onChange: policy.onChange,
    expiresAfterSeconds: policy.expiresAfterSeconds,
    onExpiry: policy.onExpiry,
    approvalUsableSeconds: policy.approvalUsableSeconds,
    approvers: policy.approvers,
    allowRequester: policy.allowRequester,
    createdAt: policy.createdAt.toISOString(),
    updatedAt: policy.updatedAt.toISOString(),
  };
}
