import type { PolicyView } from '../../policies/policy.view.js';
import { adviceOf, type PolicyFigures } from './advice.js';

const NOW = new Date('2028-03-01T00:00:00.000Z');
const policy = (index: number): PolicyView => ({
  id: `policy-${index}`,
  name: null,
  apiNamePattern: `crm.list${index}.update`,
  condition: null,
  action: 'REQUIRE_APPROVAL',
  enabled: true,
  reason: null,
  mode: 'enforce',
  requiredApprovals: 1,
  onChange: 'run',
  expiresAfterSeconds: null,
  onExpiry: 'reject',
  approvalUsableSeconds: null,
  approvers: [],
  allowRequester: null,
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
});
const APPROVED: PolicyFigures = {
  since: new Date(0),
  matches: 12,
  shadowMatches: 0,
  approvals: 12,
  approvedByOperators: 12,
  undone: 0,
  mostApprovedInADay: 7,
  medianSecondsToDecide: 60,
};
const kindsOf = (policies: readonly PolicyView[], figures: PolicyFigures) =>
  adviceOf({ policies, figures: new Map(policies.map(({ id }) => [id, figures])), operations: [], now: NOW }).map(
    ({ kind }) => kind,
  );

describe('the advice on policies', () => {
  it.each<[string, string[], Partial<PolicyFigures>]>([
    ['whose approvals operators gave', ['always-approved'], {}],
    ['of whose approvals the clock gave one', [], { approvedByOperators: 11 }],
    ['of whose calls one was undone', [], { undone: 1 }],
    ['with nine approvals', [], { approvals: 9, approvedByOperators: 9 }],
  ])('on one %s is %j', (_, kinds, more) => {
    expect(kindsOf([policy(1)], { ...APPROVED, ...more })).toEqual(kinds);
  });

  it.each<[string, Partial<PolicyFigures>]>([
    ['always-approved', {}],
    ['never-matched', { matches: 0, approvals: 0 }],
  ])('has at most fifty suggestions of the kind %s', (kind, more) => {
    const policies = Array.from({ length: 60 }, (_, index) => policy(index));
    expect(kindsOf(policies, { ...APPROVED, ...more })).toEqual(Array(50).fill(kind));
  });
});
