import type { State } from './state.js';

/** The policies of every organization the model walks in. */
export const POLICIES = [
  { apiNamePattern: 'gate.*', action: 'REQUIRE_APPROVAL' },
  { apiNamePattern: 'block.*', action: 'BLOCK' },
  {
    apiNamePattern: 'limit.*',
    condition: { field: 'amount', operator: 'gt', value: 500 },
    action: 'REQUIRE_APPROVAL',
  },
  { apiNamePattern: 'limit.*', condition: { field: 'amount', operator: 'gt', value: 900 }, action: 'BLOCK' },
  { apiNamePattern: 'shadow.*', action: 'BLOCK', mode: 'shadow' },
];

export const API_NAMES = ['allow.call', 'gate.call', 'block.call', 'limit.call', 'shadow.call'];
export const AMOUNTS = [1, 600, 950];

export type Verdict = 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';

/** The most restrictive of them wins, and a shadow changes nothing. */
export function verdictOn(apiName: string, amount: number): Verdict {
  if (apiName.startsWith('block.') || (apiName.startsWith('limit.') && amount > 900)) return 'BLOCK';
  return apiName.startsWith('gate.') || (apiName.startsWith('limit.') && amount > 500) ? 'REQUIRE_APPROVAL' : 'ALLOW';
}

/** Returns the index of the grant that clears a call of that name, the one that ends first; -1 if there is none. */
export const grantFor = ({ grants }: State, apiName: string): number =>
  grants.findIndex(
    ({ pattern, revoked, uses, maxUses }) =>
      !revoked && uses < maxUses && (pattern === '*' || apiName.startsWith(pattern.slice(0, -1))),
  );
