import type { Begin, Command, LoggedAction } from './action-state.js';
import { action, approve, COMPLETED, confirm, inMs, move, NOW, ROLLED, said } from './transition.testkit.js';

describe('a decision', () => {
  const waiting = (more: Partial<LoggedAction> = {}) => action('PENDING_APPROVAL', more);
  const review = action('SUCCESS', {
    approval: { status: 'PENDING', expiresAt: inMs(1), permitsAt: null, usableUntil: null },
  });
  const over = { approval: { status: 'PENDING', expiresAt: NOW, permitsAt: null, usableUntil: null } } as const;
  const held = (permitsAt: Date) =>
    ({ approval: { status: 'PENDING', expiresAt: inMs(1), permitsAt, usableUntil: null } }) as const;
  const permit = (more: object = {}): Command => ({ type: 'permit', isPaused: false, hasApprovals: true, ...more });
  const taken = { approval: { status: 'APPROVED', expiresAt: inMs(1), permitsAt: null, usableUntil: null } } as const;
  it.each<[string, LoggedAction, Command, string]>([
    ['lets a call run', waiting(), approve(), 'CLEARED'],
    ['does not let it run', waiting(), { type: 'reject' }, 'REJECTED'],
    ['leaves what ran as it is', review, approve(), 'SUCCESS'],
    ['is taken once', waiting(taken), approve(), 'already-decided'],
    ['is taken once, also against the call', waiting(taken), { type: 'reject' }, 'already-decided'],
    ['comes too late from the moment of expiry', waiting(over), approve(), 'expired'],
    ['against the call comes too late as well', waiting(over), { type: 'reject' }, 'expired'],
    ['of the clock rejects what is over', waiting(over), { type: 'expire' }, 'REJECTED'],
    ['of the clock waits for the time', waiting(), { type: 'expire' }, 'already-decided'],
    ['of the clock permits a held call at its time', waiting(held(NOW)), permit(), 'CLEARED'],
    ['of the clock permits nothing before its time', waiting(held(inMs(1))), permit(), 'illegal-transition'],
    ['of the clock permits nothing that only a person may', waiting(), permit(), 'illegal-transition'],
    ['of the clock permits nothing once it is stopped', waiting(taken), permit(), 'already-decided'],
    ['of the clock permits nothing of a paused agent', waiting(held(NOW)), permit({ isPaused: true }), 'agent-paused'],
    ['of the clock needs a plan', waiting(held(NOW)), permit({ hasApprovals: false }), 'plan-required'],
    [
      'of the clock permits nothing in a session rolled back',
      waiting({ ...held(NOW), session: ROLLED }),
      permit(),
      'session-rolled-back',
    ],
    [
      'of the clock permits nothing in a completed session',
      waiting({ ...held(NOW), session: COMPLETED }),
      permit(),
      'session-closed',
    ],
    ['against a held call stops it, also late', waiting(held(NOW)), { type: 'reject' }, 'REJECTED'],
    ['for a held call runs it now', waiting(held(inMs(1))), approve(), 'CLEARED'],
    ['of a rollback or a pause rejects in time', waiting(), { type: 'withdraw' }, 'REJECTED'],
    ['of a rollback or a pause rejects what is over', waiting(over), { type: 'withdraw' }, 'REJECTED'],
    ['of a rollback does not change another', waiting(taken), { type: 'withdraw' }, 'already-decided'],
    ['is bound to the arguments shown', waiting(), approve({ shownHash: 'others' }), 'payload-changed'],
    ['clears nothing in a session rolled back', waiting({ session: ROLLED }), approve(), 'session-rolled-back'],
    ['clears nothing in a completed session', waiting({ session: COMPLETED }), approve(), 'session-closed'],
    ['clears nothing of a paused agent', waiting(), approve({ isPaused: true }), 'agent-paused'],
    ['reviews what a paused agent did', review, approve({ isPaused: true }), 'SUCCESS'],
    ['needs to have seen edited arguments', waiting({ isEdited: true }), approve(), 'payload-changed'],
    ['that names edited arguments holds', waiting({ isEdited: true }), approve({ shownHash: 'asked' }), 'CLEARED'],
    ['that edits them again holds', waiting({ isEdited: true }), approve({ edit: 'ALLOW' }), 'CLEARED'],
    ['satisfies a policy that requires one', waiting(), approve({ edit: 'REQUIRE_APPROVAL' }), 'CLEARED'],
    ['cannot edit what a policy blocks', waiting(), approve({ edit: 'BLOCK' }), 'policy-blocked'],
    ['cannot edit what ran', review, approve({ edit: 'ALLOW' }), 'already-run'],
    ['of the agent takes its question back', waiting(), { type: 'give-up' }, 'REJECTED'],
    ['of the agent comes too late after another', waiting(taken), { type: 'give-up' }, 'already-decided'],
    ['of the agent comes too late after the expiry', waiting(over), { type: 'give-up' }, 'expired'],
    ['of the agent leaves the review of what ran', review, { type: 'give-up' }, 'already-begun'],
  ])('%s', (_, state, command, expected) => {
    expect(said(move(state, command))).toBe(expected);
  });

  it('closes the approval in the counters, also after the call ran', () => {
    expect(move(waiting(), approve()).counters).toEqual({
      ...{ pendingApproval: -1, cleared: 1, openApprovals: -1 },
      possibleEffects: 1,
    });
    expect(move(waiting(), { type: 'expire' }).counters).toEqual({});
    expect(move(waiting(over), { type: 'expire' }).counters).toEqual({ pendingApproval: -1, openApprovals: -1 });
    expect(move(review, { type: 'reject' }).counters).toEqual({ openApprovals: -1 });
  });
});

describe('an approval that was given', () => {
  const given = (usableInMs: number | null, more: Partial<LoggedAction> = {}) => {
    const usableUntil = usableInMs === null ? null : inMs(usableInMs);
    const approval = { status: 'APPROVED', expiresAt: NOW, permitsAt: null, usableUntil } as const;
    return action('CLEARED', { approval, ...more });
  };
  const pending = (expiresAt: Date) =>
    action('PENDING_APPROVAL', { approval: { status: 'PENDING', expiresAt, permitsAt: null, usableUntil: null } });
  const [revoke, lapse] = [{ type: 'revoke' }, { type: 'lapse' }] as const;
  it.each<[string, LoggedAction, Command, string]>([
    ['is revoked before the call begins', given(1), revoke, 'REJECTED'],
    ['is not revoked once the service makes the call', given(null, { hasBegun: true }), revoke, 'already-begun'],
    ['is not revoked once the client reported', given(null, { status: 'SUCCESS' }), revoke, 'already-begun'],
    ['is not revoked in a session rolled back', given(1, { session: ROLLED }), revoke, 'session-rolled-back'],
    ['is not revoked after it lapsed', given(0), revoke, 'already-decided'],
    ['has to be given before it is revoked', pending(inMs(1)), revoke, 'not-approved'],
    ['is not revoked after the question expired', pending(NOW), revoke, 'expired'],
    ['lapses at its time', given(0), lapse, 'REJECTED'],
    ['does not lapse before', given(1), lapse, 'illegal-transition'],
    ['does not lapse once the service makes the call', given(0, { hasBegun: true }), lapse, 'already-begun'],
    ['does not lapse in a session rolled back', given(0, { session: ROLLED }), lapse, 'already-begun'],
    [
      'lapses under a call that ran too late',
      given(0, { status: 'SUCCESS', violation: 'lapsed' }),
      lapse,
      'SUCCESS lapsed',
    ],
    [
      'makes a violation of what ran after it lapsed',
      given(0, { takenBack: 'lapsed' }),
      confirm('SUCCESS'),
      'SUCCESS lapsed',
    ],
    [
      'makes a violation of what ran after it was revoked',
      action('REJECTED', { takenBack: 'revoked' }),
      confirm('SUCCESS'),
      'SUCCESS unapproved',
    ],
    [
      'leaves room for a lost answer',
      action('REJECTED', { takenBack: 'lapsed' }),
      confirm('UNKNOWN'),
      'UNKNOWN lapsed',
    ],
    ['was needed for that', action('REJECTED'), confirm('UNKNOWN'), 'illegal-transition'],
  ])('%s', (_, state, command, expected) => {
    expect(said(move(state, command))).toBe(expected);
  });

  it('leaves the counters of open approvals alone', () => {
    expect(move(given(1), revoke).counters).toEqual({ cleared: -1, possibleEffects: -1 });
  });
});

describe('a call that its client begins', () => {
  const begin = (claim: string, more: Partial<Begin> = {}): Begin => ({
    type: 'begin',
    claim,
    ranHash: null,
    isPaused: false,
    ...more,
  });
  const begun = (more: Partial<LoggedAction> = {}) => action('CLEARED', { claim: 'first', hasBegun: true, ...more });
  const lapsedNow = { status: 'APPROVED', expiresAt: NOW, permitsAt: null, usableUntil: NOW } as const;
  it.each<[string, LoggedAction, Command, string]>([
    ['may run', action('CLEARED'), begin('first'), 'CLEARED'],
    ['may run when its client asks again, having lost the answer', begun(), begin('first'), 'CLEARED'],
    ['is refused to every other client', begun(), begin('second'), 'already-begun'],
    [
      'is refused to every other client, whatever else holds',
      begun(),
      begin('second', { isPaused: true }),
      'already-begun',
    ],
    ['has not run twice when it is over', action('SUCCESS'), begin('first'), 'already-begun'],
    ['has not run twice when its outcome is unknown', begun({ status: 'UNKNOWN' }), begin('first'), 'already-begun'],
    ['may not run while it waits', action('PENDING_APPROVAL'), begin('first'), 'not-approved'],
    ['may not run once it was refused', action('REJECTED'), begin('first'), 'not-approved'],
    ['may not run where a policy blocks it', action('BLOCKED'), begin('first'), 'not-approved'],
    [
      'may not run once its approval has lapsed',
      action('CLEARED', { approval: lapsedNow }),
      begin('first'),
      'not-approved',
    ],
    ['may not run after a rollback', action('CLEARED', { session: ROLLED }), begin('first'), 'session-rolled-back'],
    [
      'may not run after a rollback that came in between',
      begun({ session: ROLLED }),
      begin('first'),
      'session-rolled-back',
    ],
    ['may not run in a completed session', action('CLEARED', { session: COMPLETED }), begin('first'), 'session-closed'],
    ['may not run while its agent is paused', action('CLEARED'), begin('first', { isPaused: true }), 'agent-paused'],
    ['may not run with other arguments', action('CLEARED'), begin('first', { ranHash: 'other' }), 'payload-changed'],
    [
      'may run with the arguments that were asked for',
      action('CLEARED'),
      begin('first', { ranHash: 'asked' }),
      'CLEARED',
    ],
    [
      'is not one that the service makes',
      action('CLEARED', { isPerformed: true }),
      begin('first'),
      'illegal-transition',
    ],
    [
      'cannot be revoked any more',
      begun({ approval: { ...lapsedNow, usableUntil: null } }),
      { type: 'revoke' },
      'already-begun',
    ],
    ['becomes unknown without an outcome', begun(), { type: 'overdue' }, 'UNKNOWN'],
    ['becomes unknown only if it began', action('CLEARED'), { type: 'overdue' }, 'illegal-transition'],
    ['keeps its outcome', begun({ status: 'SUCCESS' }), { type: 'overdue' }, 'illegal-transition'],
    ['is left to the rollback of its session', begun({ session: ROLLED }), { type: 'overdue' }, 'illegal-transition'],
    ['is reported without a violation', begun({ status: 'UNKNOWN' }), confirm('SUCCESS'), 'SUCCESS'],
  ])('%s', (_, state, command, expected) => {
    expect(said(move(state, command))).toBe(expected);
  });

  it('counts as it did until it is over', () => {
    expect(move(action('CLEARED'), begin('first')).counters).toEqual({});
    expect(move(begun(), { type: 'overdue' }).counters).toEqual({ cleared: -1, unknown: 1 });
  });
});
