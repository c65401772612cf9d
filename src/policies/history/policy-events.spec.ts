import type { PolicyMatch, Verdict } from '../policy.js';
import { askedFor, eventsOfMatches, eventsOfUndo } from './policy-events.js';

const verdict = (decision: Verdict['decision'], ...matches: PolicyMatch[]): Verdict => ({
  ...{
    decision,
    matches,
    policyIds: [],
    reason: null,
    requiredApprovals: 1,
    hold: null,
    usableSeconds: null,
    approvers: [],
    fingerprints: [],
  },
  shadow: { decision: 'ALLOW', policyIds: [] },
});
const enforced = (id: string, action: PolicyMatch['action']): PolicyMatch => ({ id, action, mode: 'enforce' });
const shadow = (id: string, action: PolicyMatch['action']): PolicyMatch => ({ id, action, mode: 'shadow' });

describe('what is counted of the policies that match a call', () => {
  it('is each match, and a request of those alone that ask for the approval that is opened', () => {
    const asked = verdict('REQUIRE_APPROVAL', enforced('a', 'REQUIRE_APPROVAL'), enforced('b', 'ALLOW'));
    const matched = [
      { id: 'a', event: 'matched' },
      { id: 'b', event: 'matched' },
    ];
    expect(eventsOfMatches(asked, true)).toEqual([...matched, { id: 'a', event: 'requested' }]);
    expect(eventsOfMatches(asked, false)).toEqual(matched);
    expect(askedFor(asked)).toEqual(['a']);
  });

  it('is, for a shadow policy, what it would have done, and whether the call was let through', () => {
    const would = [shadow('a', 'ALLOW'), shadow('b', 'REQUIRE_APPROVAL'), shadow('c', 'BLOCK')];
    const events = (decision: Verdict['decision']) => eventsOfMatches(verdict(decision, ...would), true);
    const each = ['a would-allow', 'b would-gate', 'c would-block'];
    const told = (decision: Verdict['decision']) => events(decision).map(({ id, event }) => `${id} ${event}`);
    expect(told('ALLOW')).toEqual([each[0], each[1], 'b would-hold-up', each[2], 'c would-hold-up']);
    expect(told('REQUIRE_APPROVAL')).toEqual([...each, 'c would-hold-up']);
    expect(told('BLOCK')).toEqual(each);
  });

  it('is an undo of all that matched, at the time of the call', () => {
    const loggedAt = new Date();
    expect(eventsOfUndo({ policyIds: ['a'], shadowPolicyIds: ['b'], loggedAt })).toEqual([
      { id: 'a', event: 'undone', at: loggedAt },
      { id: 'b', event: 'shadow-undone', at: loggedAt },
    ]);
  });
});
