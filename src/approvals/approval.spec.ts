import {
  type ApprovalState,
  afterApproving,
  afterEditing,
  afterHold,
  effectiveStatus,
  overdueAs,
  timeRemaining,
} from './approval.js';

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

  it('is approved by the last operator that is needed, each of whom counts once', () => {
    const votes = (...users: string[]) => users.map((user) => ({ user }));
    expect(afterApproving('a', [], 1)).toBe('approved');
    expect(afterApproving('a', [], 2)).toBe('pending');
    expect(afterApproving('b', votes('a'), 2)).toBe('approved');
    expect(afterApproving('b', votes('a'), 3)).toBe('pending');
    expect(afterApproving('a', votes('a'), 2)).toBe('approved-already');
    expect(afterApproving('a', votes('a', 'b'), 1)).toBe('approved-already');
  });

  it('starts again for other arguments, with as many operators as before or more', () => {
    const votes = [{ user: 'a', by: 'a@example.com', at: NOW.toISOString() }];
    const asked = { payloadHash: 'one', required: 2, votes };
    expect(afterEditing(asked, 'one', 3)).toBe(asked);
    expect(afterEditing(asked, 'two', 3)).toEqual({ payloadHash: 'two', required: 3, votes: [] });
    expect(afterEditing(asked, 'two', 1)).toEqual({ payloadHash: 'two', required: 2, votes: [] });
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
