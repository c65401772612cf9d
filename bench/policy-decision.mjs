import { compilePolicies } from '../dist/policies/matcher.js';

const DECISIONS = 200_000;

/** Microseconds for one decision among `count` policies, two of which name its API. */
export function timePolicyDecision(count) {
  const decide = compilePolicies(Array.from({ length: count }, (_, index) => policy(index)));
  const subject = {
    apiName: 'stripe.charges.create',
    operationType: 'CREATE',
    payload: { amount: 4_200, currency: 'eur' },
    agentId: 'agent',
    reversibility: 'compensating',
    captureFailed: false,
    facts: null,
    driftScore: null,
    driftPercentile: null,
  };
  for (let warmUp = 0; warmUp < DECISIONS; warmUp++) decide(subject);
  const begin = performance.now();
  for (let decision = 0; decision < DECISIONS; decision++) decide(subject);
  return ((performance.now() - begin) * 1000) / DECISIONS;
}

function policy(index) {
  return {
    id: `policy-${index}`,
    apiNamePattern: index < 2 ? 'stripe.charges.*' : `api${index}.resource.*`,
    condition: { field: 'payload.amount', operator: 'gt', value: 1_000_000 },
    action: 'BLOCK',
    enabled: true,
    mode: 'enforce',
    reason: null,
  };
}
