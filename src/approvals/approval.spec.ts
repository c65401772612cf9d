import { type ApprovalState, afterEditing, afterHold, effectiveStatus, overdueAs, timeRemaining } from './approval.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const pending = (expiresInMs: number): ApprovalState => ({
  status: 'PENDING',
  payloadHash: 'a',
  expiresAt: new Date(NOW.getTime() + expiresInMs),
  usableUntil: null,
});

describe('an approval', () => {
  it('counts as rejected from the moment it expires', () => {
    expect(effectiveStatus(pending(1), NOW)).toBe('PENDING');
    expect(effectiveStatus(pending(0), NOW)).toBe('REJECTED');
    expect(effectiveStatus({ ...pending(0), status: 'APPROVED' }, NOW)).toBe('APPROVED');
  });

  it('counts as rejected from the moment it lapses, and not once its call has begun', () => {
    const approved = (usableInMs: number | null): ApprovalState => ({
      ...pending(-5),
      status: 'APPROVED',
      usableUntil: usableInMs === null ? null : new Date(NOW.getTime() + usableInMs),
    });
    expect([1, 0, null].map((ms) => effectiveStatus(approved(ms), NOW))).toEqual(['APPROVED', 'REJECTED', 'APPROVED']);
    expect([overdueAs(approved(0), NOW), overdueAs(pending(0), NOW), overdueAs(pending(1), NOW)]).toEqual([
      'LAPSED',
      'EXPIRED',
      null,
    ]);
  });

  it('starts again for other arguments, with as many operators as before or more, and the approvers of both', () => {
    const votes = [{ user: 'a', by: 'a@example.com', at: NOW.toISOString() }];
    const rule = (group: string) => ({ policyId: group, groups: [group], required: 1, allowRequester: false });
    const asked = { payloadHash: 'one', required: 2, rules: [rule('finance')], votes };
    const needs = (requiredApprovals: number) => ({ requiredApprovals, approvers: [rule('finance'), rule('legal')] });
    const both = [rule('finance'), rule('legal')];
    expect(afterEditing(asked, 'one', needs(3))).toBe(asked);
    expect(afterEditing(asked, 'two', needs(3))).toEqual({ payloadHash: 'two', required: 3, rules: both, votes: [] });
    expect(afterEditing(asked, 'two', needs(1))).toEqual({ payloadHash: 'two', required: 2, rules: both, votes: [] });
  });

  it('is not permitted by silence where a policy blocks the call by then, or wants a person', () => {
    const hold = (onExpiry: 'approve' | 'reject') => ({ seconds: 60, hasDefault: false, onExpiry });
    expect(afterHold({ decision: 'BLOCK', hold: null })).toBe('refused');
    expect(afterHold({ decision: 'REQUIRE_APPROVAL', hold: null })).toBe('asked');
    expect(afterHold({ decision: 'REQUIRE_APPROVAL', hold: hold('reject') })).toBe('asked');
    expect(afterHold({ decision: 'REQUIRE_APPROVAL', hold: hold('approve') })).toBe('permitted');
    expect(afterHold({ decision: 'ALLOW', hold: null })).toBe('permitted');
  });

  it('has time remaining only while it is pending', () => {
    expect(timeRemaining(pending(1500), NOW)).toBe(1500);
    expect(timeRemaining(pending(-5), NOW)).toBe(0);
    expect(timeRemaining({ ...pending(1500), status: 'APPROVED' }, NOW)).toBe(0);
  });
});
