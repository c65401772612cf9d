import { ACTION_STATUSES, type ActionStatus, NEVER_RAN } from './action.js';
import type { ActionState, Ask, Command, Confirm, LoggedAction, NewCall, Perform, Report } from './action-state.js';
import { type Counters, type Transition } from './transition.js';
import {
  action,
  approve,
  ask,
  COMPLETED,
  confirm,
  inMs,
  move,
  newCall,
  probe,
  READ,
  ROLLED,
  report,
  said,
  VOUCHED,
} from './transition.testkit.js';

describe('a call that is asked for', () => {
  it.each<[string, Ask, Partial<NewCall>, string]>([
    ['that the policies allow may run', ask('ALLOW'), {}, 'CLEARED'],
    ['that needs an approval waits', ask('REQUIRE_APPROVAL'), {}, 'PENDING_APPROVAL'],
    ['with an approval its client wants waits', ask('ALLOW', { wantsApproval: true }), {}, 'PENDING_APPROVAL'],
    ['that is blocked is kept', ask('BLOCK'), {}, 'BLOCKED policy-blocked'],
    ['that is blocked waits for no approval', ask('BLOCK', { wantsApproval: true }), {}, 'BLOCKED policy-blocked'],
    ['on a plan without approvals is refused', ask('REQUIRE_APPROVAL', { hasApprovals: false }), {}, 'plan-required'],
    ['with a grant may run', ask('REQUIRE_APPROVAL'), { isGranted: true }, 'CLEARED'],
    [
      'that its client wants approved waits in spite of a grant',
      ask('REQUIRE_APPROVAL', { wantsApproval: true }),
      { isGranted: true },
      'PENDING_APPROVAL',
    ],
    ['by a paused agent is refused', ask('ALLOW', { isPaused: true }), {}, 'agent-paused'],
    ['in a completed session is refused', ask('ALLOW'), { session: COMPLETED }, 'session-closed'],
    ['in a session that is rolled back is refused', ask('BLOCK'), { session: ROLLED }, 'session-rolled-back'],
    ['with the snapshot of another call is refused', ask('ALLOW'), { snapshot: 'does-not-fit' }, 'precapture-mismatch'],
    ['and blocked needs no snapshot', ask('BLOCK'), { snapshot: 'does-not-fit' }, 'BLOCKED policy-blocked'],
    ['over the quota is refused', ask('ALLOW'), { isQuotaLeft: false }, 'quota-exceeded'],
  ])('%s', (_, command, call, expected) => {
    expect(said(move(newCall(call), command))).toBe(expected);
  });

  it('opens an approval only if it waits, and uses a grant only if one clears it', () => {
    const flags = ({ opensApproval, usesGrant }: Transition) => [opensApproval, usesGrant];
    expect(flags(move(newCall(), ask('REQUIRE_APPROVAL')))).toEqual([true, false]);
    expect(flags(move(newCall({ isGranted: true }), ask('REQUIRE_APPROVAL')))).toEqual([false, true]);
    expect(flags(move(newCall({ isGranted: true }), ask('ALLOW')))).toEqual([false, false]);
    expect(flags(move(newCall({ isQuotaLeft: false }), ask('REQUIRE_APPROVAL')))).toEqual([false, false]);
  });

  it('wakes an abandoned session if it is kept', () => {
    const session = { status: 'ABANDONED', isRolled: false } as const;
    expect(move(newCall({ session }), ask('BLOCK')).wakesSession).toBe(true);
    expect(move(newCall({ session }), ask('ALLOW', { isPaused: true })).wakesSession).toBe(false);
  });
});

describe('a call that is reported', () => {
  const paused = { isPaused: true };
  const poor = { hasApprovals: false };
  it.each<[string, Report, Partial<NewCall>, string]>([
    ['is kept', report('ALLOW'), {}, 'SUCCESS'],
    ['as failed is kept so', report('ALLOW', { outcome: 'FAILED' }), {}, 'FAILED'],
    ['without its approval is a violation', report('REQUIRE_APPROVAL'), {}, 'SUCCESS unapproved'],
    [
      'is refused without approvals, and kept',
      report('REQUIRE_APPROVAL', poor),
      {},
      'SUCCESS unapproved plan-required',
    ],
    ['against a policy is kept', report('BLOCK'), {}, 'SUCCESS blocked policy-blocked'],
    ['by a paused agent is a violation', report('ALLOW', paused), {}, 'SUCCESS paused'],
    ['as not asked for is a violation', report('ALLOW', { isUngated: true }), {}, 'SUCCESS ungated'],
    [
      'as not asked for shows the worse violation',
      report('BLOCK', { isUngated: true }),
      {},
      'SUCCESS blocked policy-blocked',
    ],
    ['after completion is kept', report('ALLOW'), { session: COMPLETED }, 'SUCCESS after-completion session-closed'],
    ['after a rollback is kept', report('ALLOW'), { session: ROLLED }, 'SUCCESS after-rollback session-rolled-back'],
    [
      'without its approval after a rollback shows the missing approval',
      report('REQUIRE_APPROVAL'),
      { session: ROLLED },
      'SUCCESS unapproved session-rolled-back',
    ],
    [
      'with the snapshot of another call is kept without it',
      report('ALLOW'),
      { snapshot: 'does-not-fit' },
      'SUCCESS precapture-mismatch',
    ],
    ['over the quota is refused', report('BLOCK'), { isQuotaLeft: false }, 'quota-exceeded'],
  ])('%s', (_, command, call, expected) => {
    expect(said(move(newCall(call), command))).toBe(expected);
  });

  it('opens a review when an approval was needed', () => {
    expect(move(newCall(), report('REQUIRE_APPROVAL')).opensApproval).toBe(true);
    expect(move(newCall(), report('REQUIRE_APPROVAL', poor)).opensApproval).toBe(false);
    expect(move(newCall(), report('BLOCK')).opensApproval).toBe(false);
  });

  it('uses the quota when it is recorded, whatever its answer is', () => {
    expect(move(newCall(), report('REQUIRE_APPROVAL')).isMetered).toBe(true);
    expect(move(newCall(), report('BLOCK')).isMetered).toBe(true);
    expect(move(newCall({ isQuotaLeft: false }), report('BLOCK')).isMetered).toBe(false);
  });
});

describe('a confirmation', () => {
  it.each<[string, LoggedAction, Confirm, string]>([
    ['records an outcome', action('CLEARED'), confirm('SUCCESS'), 'SUCCESS'],
    ['records a failure', action('CLEARED'), confirm('FAILED'), 'FAILED'],
    ['records the truth of what was unknown', action('UNKNOWN'), confirm('SUCCESS'), 'SUCCESS'],
    ['records that the answer was lost', action('CLEARED'), confirm('UNKNOWN'), 'UNKNOWN'],
    ['records a lost answer of a cleared call only', action('BLOCKED'), confirm('UNKNOWN'), 'illegal-transition'],
    ['does not take an outcome back', action('FAILED'), confirm('UNKNOWN'), 'illegal-transition'],
    ['of the same status changes nothing', action('SUCCESS'), confirm('SUCCESS'), 'SUCCESS'],
    ['of what was blocked is a violation', action('BLOCKED'), confirm('SUCCESS'), 'SUCCESS blocked'],
    ['of what waits is a violation', action('PENDING_APPROVAL'), confirm('FAILED'), 'FAILED unapproved'],
    ['of what was rejected is a violation', action('REJECTED'), confirm('SUCCESS'), 'SUCCESS unapproved'],
    ['by a paused agent is a violation', action('CLEARED'), confirm('SUCCESS', { isPaused: true }), 'SUCCESS paused'],
    [
      'after a rollback is a violation',
      action('CLEARED', { session: ROLLED }),
      confirm('SUCCESS'),
      'SUCCESS after-rollback',
    ],
    [
      'after completion is a violation',
      action('CLEARED', { session: COMPLETED }),
      confirm('SUCCESS'),
      'SUCCESS after-completion',
    ],
    ['names the arguments that ran', action('CLEARED'), confirm('SUCCESS', { ranHash: 'asked' }), 'SUCCESS'],
    [
      'of other arguments is a violation',
      action('CLEARED'),
      confirm('FAILED', { ranHash: 'others' }),
      'FAILED payload-mismatch',
    ],
    [
      'that does not name edited arguments is a violation',
      action('CLEARED', { isEdited: true }),
      confirm('SUCCESS'),
      'SUCCESS payload-mismatch',
    ],
    ['of a failure need not name them', action('CLEARED', { isEdited: true }), confirm('FAILED'), 'FAILED'],
    [
      'keeps the violation that was there',
      action('CLEARED', { violation: 'ungated', session: ROLLED }),
      confirm('SUCCESS'),
      'SUCCESS ungated',
    ],
    ['of an outcome that stands is refused', action('SUCCESS'), confirm('FAILED'), 'illegal-transition'],
    ['of an undo is refused', action('SUCCESS'), confirm('ROLLED_BACK'), 'illegal-transition'],
  ])('%s', (_, state, command, expected) => {
    expect(said(move(state, command))).toBe(expected);
  });

  it('counts a read apart, and an effect after a rollback as late', () => {
    expect(move(action('CLEARED', { isRead: true, session: ROLLED }), confirm('SUCCESS')).counters).toEqual({
      cleared: -1,
      success: 1,
      reads: 1,
    });
    expect(move(action('CLEARED', { session: ROLLED }), confirm('SUCCESS')).counters).toEqual({
      possibleEffects: -1,
      cleared: -1,
      success: 1,
      lateEffects: 1,
    });
    expect(move(action('CLEARED', { session: ROLLED }), confirm('FAILED')).counters).toEqual({
      cleared: -1,
      failed: 1,
    });
  });
});

describe('a call that the service makes', () => {
  const performed = (status: ActionStatus, more: Partial<LoggedAction> = {}) =>
    action(status, { isPerformed: true, ...more });
  const APPROVED = {
    approval: { status: 'APPROVED', expiresAt: inMs(1), permitsAt: null, usableUntil: null },
  } as const;
  const perform = (outcome: Perform['outcome'], isRefused = false): Command => ({
    type: 'perform',
    outcome,
    isRefused,
  });
  it.each<[string, LoggedAction, Command, string]>([
    ['is what its provider answered', performed('CLEARED'), perform('SUCCESS'), 'SUCCESS'],
    ['fails as its provider refused it', performed('CLEARED'), perform('FAILED', true), 'FAILED'],
    ['stays unknown where nothing tells', performed('CLEARED'), perform('UNKNOWN'), 'UNKNOWN'],
    ['is not confirmed by a client', performed('CLEARED'), confirm('SUCCESS'), 'illegal-transition'],
    ['is not confirmed by a client as it is', performed('SUCCESS'), confirm('SUCCESS'), 'illegal-transition'],
    ['is taken back before it begins', performed('CLEARED'), { type: 'take-back' }, 'REJECTED'],
    ['is not taken back after it ended', performed('SUCCESS'), { type: 'take-back' }, 'already-begun'],
    ['waits for a person again', performed('CLEARED', APPROVED), { type: 'ask-again' }, 'PENDING_APPROVAL'],
    ['goes back to no person where none was asked', performed('CLEARED'), { type: 'ask-again' }, 'illegal-transition'],
    ['goes back to no person once made', performed('SUCCESS', APPROVED), { type: 'ask-again' }, 'illegal-transition'],
    ['is made once', performed('SUCCESS'), perform('SUCCESS'), 'illegal-transition'],
    ['is not made after it was rejected', performed('REJECTED'), perform('SUCCESS'), 'illegal-transition'],
  ])('%s', (_, state, command, expected) => {
    expect(said(move(state, command))).toBe(expected);
  });

  it('of a client is neither performed nor withdrawn', () => {
    expect(said(move(action('CLEARED'), perform('SUCCESS')))).toBe('illegal-transition');
    expect(said(move(action('CLEARED'), { type: 'take-back' }))).toBe('already-begun');
    expect(said(move(action('CLEARED', APPROVED), { type: 'ask-again' }))).toBe('illegal-transition');
  });

  it('that goes back to a person waits in the counters of its session again', () => {
    const { counters } = move(performed('CLEARED', APPROVED), { type: 'ask-again' });
    expect(counters).toMatchObject({ openApprovals: 1, possibleEffects: -1 });
  });
});

describe('a rollback', () => {
  it.each<[string, ActionStatus, Command, ActionStatus]>([
    ['has undone what it proved', 'SUCCESS', { type: 'undone' }, 'ROLLED_BACK'],
    ['is taken back: the effect is there again', 'ROLLED_BACK', { type: 'reapplied' }, 'SUCCESS'],
    ['leaves what it failed to undo', 'SUCCESS', { type: 'undo-failed' }, 'ROLLBACK_FAILED'],
    ['does not know what it could not read', 'CLEARED', { type: 'undo-failed' }, 'UNKNOWN'],
    ['leaves the unknown unknown', 'UNKNOWN', { type: 'undo-failed' }, 'UNKNOWN'],
    ['leaves a reported failure', 'FAILED', { type: 'undo-failed' }, 'FAILED'],
    ['finds an effect by reading', 'CLEARED', probe('happened'), 'SUCCESS'],
    ['finds an effect behind a reported failure', 'FAILED', probe('happened'), 'SUCCESS'],
    ['finds that nothing happened', 'UNKNOWN', probe('not-happened'), 'FAILED'],
    ['leaves a cleared call open, which may run still', 'CLEARED', probe('not-happened'), 'CLEARED'],
    ['cannot tell', 'CLEARED', probe('unknown'), 'UNKNOWN'],
    ['takes what looks as the call would have left it for no effect', 'CLEARED', probe('as left'), 'UNKNOWN'],
    ['goes by the word of an operator who forces it', 'UNKNOWN', VOUCHED, 'SUCCESS'],
    ['does not believe a reported failure where it cannot tell', 'FAILED', probe('unknown'), 'UNKNOWN'],
  ])('%s', (_, from, command, to) => {
    expect(move(action(from), command)).toMatchObject({ status: to, refusal: null });
  });

  it('withdrawn keeps the place of the effect in the order, and counts no late one', () => {
    const back = move(action('ROLLED_BACK', { session: ROLLED }), { type: 'reapplied' });
    expect([back.takesEffect, back.counters]).toEqual([false, { rolledBack: -1, success: 1 }]);
    const others = ACTION_STATUSES.filter((status) => status !== 'ROLLED_BACK');
    expect(others.map((status) => said(move(action(status), { type: 'reapplied' })))).toEqual(
      others.map(() => 'illegal-transition'),
    );
  });

  it('believes a refusal of the provider unless the resource has changed, and never undoes what was refused', () => {
    const readTo = (outcome: keyof typeof READ, status: ActionStatus = 'FAILED') =>
      move(action(status, { isRefused: true }), probe(outcome)).status;
    expect([readTo('unknown'), readTo('not-happened')]).toEqual(['FAILED', 'FAILED']);
    expect([readTo('happened'), readTo('happened', 'UNKNOWN')]).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect([readTo('as left'), readTo('as left', 'UNKNOWN')]).toEqual(['UNKNOWN', 'UNKNOWN']);
  });

  it('undoes only an effect that is certain, and only reads the others', () => {
    const refused = (command: Command) =>
      ACTION_STATUSES.filter((status) => said(move(action(status), command)) === 'illegal-transition');
    const never = [...NEVER_RAN, 'ROLLED_BACK'];
    expect(refused({ type: 'undone' }).sort()).toEqual([...never, 'CLEARED', 'FAILED', 'UNKNOWN'].sort());
    expect(refused({ type: 'undo-failed' }).sort()).toEqual([...never].sort());
    expect(refused(probe('happened')).sort()).toEqual([...never, 'SUCCESS', 'ROLLBACK_FAILED'].sort());
  });

  it('does not count an effect that it finds as late', () => {
    expect(move(action('UNKNOWN', { session: ROLLED }), probe('happened')).counters).toEqual({
      unknown: -1,
      success: 1,
      possibleEffects: -1,
    });
  });
});

describe('a possible effect', () => {
  const possible = (state: ActionState, command: Command) => move(state, command).counters.possibleEffects ?? 0;
  const refused = { outcome: 'FAILED', isRefused: true } as const;

  it('counts from the time a call is cleared until its outcome is certain', () => {
    expect(possible(newCall(), ask('ALLOW'))).toBe(1);
    expect(possible(newCall(), ask('REQUIRE_APPROVAL'))).toBe(0);
    expect(possible(action('PENDING_APPROVAL'), approve())).toBe(1);
    expect(possible(action('CLEARED'), confirm('SUCCESS'))).toBe(-1);
    expect(possible(action('CLEARED'), confirm('UNKNOWN'))).toBe(0);
    expect(possible(action('CLEARED'), confirm('FAILED', { isRefused: false }))).toBe(0);
    expect(possible(action('CLEARED'), confirm('FAILED', { isRefused: true }))).toBe(-1);
    expect(possible(action('UNKNOWN'), probe('happened'))).toBe(-1);
    expect(possible(action('FAILED', { isRefused: true }), probe('happened'))).toBe(1);
    expect(possible(newCall(), report('ALLOW', refused))).toBe(0);
    expect(possible(newCall(), report('ALLOW', { ...refused, isRefused: false }))).toBe(1);
  });

  it('never belongs to a read', () => {
    expect(possible(newCall({ isRead: true }), ask('ALLOW'))).toBe(0);
    expect(possible(action('CLEARED', { isRead: true }), confirm('SUCCESS'))).toBe(0);
  });
});

describe('every transition', () => {
  const COMMANDS: Command[] = [
    confirm('SUCCESS'),
    confirm('FAILED'),
    approve(),
    { type: 'permit', isPaused: false, hasApprovals: true } as const,
    ...(
      ['reject', 'expire', 'withdraw', 'give-up', 'revoke', 'lapse', 'undone', 'undo-failed', 'reapplied'] as const
    ).map((type) => ({ type })),
    probe('happened'),
    probe('not-happened'),
    probe('as left'),
    probe('unknown'),
    VOUCHED,
    { type: 'perform', outcome: 'SUCCESS', isRefused: false },
    { type: 'take-back' },
    { type: 'ask-again' },
    { type: 'begin', claim: 'first', ranHash: null, isPaused: false },
    { type: 'overdue' },
  ];
  const inStatus = ({ openApprovals: _, reads: __, lateEffects: ___, possibleEffects: ____, ...counters }: Counters) =>
    Object.values(counters);
  const isCounted = (status: ActionStatus | null) => Number(status !== null && status !== 'REJECTED');

  it('counts an action once before and once after', () => {
    for (const from of ACTION_STATUSES) {
      for (const command of COMMANDS) {
        const isPerformed = ['perform', 'take-back', 'ask-again'].includes(command.type);
        const approved = command.type === 'ask-again' && {
          approval: { status: 'APPROVED', expiresAt: inMs(1), permitsAt: null, usableUntil: null } as const,
        };
        const { status, counters } = move(action(from, { isPerformed, ...approved }), command);
        const sum = inStatus(counters).reduce((total, by) => total + by, 0);
        expect(sum).toBe(status === null ? 0 : isCounted(status) - isCounted(from));
        expect(inStatus(counters).length).toBeLessThanOrEqual(status === from ? 0 : 2);
      }
    }
  });

  it('numbers an effect exactly when the action becomes a success', () => {
    for (const from of ACTION_STATUSES) {
      for (const command of COMMANDS) {
        const { status, takesEffect } = move(action(from), command);
        // A call that is reapplied has its number already.
        const isNew = from !== 'SUCCESS' && command.type !== 'reapplied';
        expect(takesEffect).toBe(status === 'SUCCESS' && isNew);
      }
    }
    expect(move(newCall(), report('ALLOW')).takesEffect).toBe(true);
  });

  it('needs an action, or a call that is none yet', () => {
    for (const command of COMMANDS) expect(said(move(newCall(), command))).toBe('not-found');
    for (const command of [ask('ALLOW'), report('ALLOW')])
      expect(said(move(action('CLEARED'), command))).toBe('illegal-transition');
  });
});
