import {
  displayStatus,
  isRollable,
  isRolled,
  refusalToComplete,
  remainingEffects,
  type SessionState,
} from './session.js';

const session = (more: Partial<SessionState> = {}): SessionState => ({
  status: 'ACTIVE',
  simulated: false,
  success: 0,
  reads: 0,
  failed: 0,
  pendingApproval: 0,
  openApprovals: 0,
  cleared: 0,
  unknown: 0,
  unknownReads: 0,
  settledSuccess: 0,
  settledRollbackFailed: 0,
  settledUnknown: 0,
  settledFailed: 0,
  rolledBack: 0,
  rollbackFailed: 0,
  lateEffects: 0,
  possibleEffects: 0,
  rollbackState: 'NONE',
  closedByRollback: false,
  partlyRestored: false,
  ...more,
});

const finished = (more: Partial<SessionState>) =>
  session({ rollbackState: 'FINISHED', closedByRollback: true, ...more });

describe('the status a session shows', () => {
  it.each<[string, Partial<SessionState>]>([
    ['ACTIVE', { status: 'ACTIVE' }],
    ['COMPLETED', { status: 'COMPLETED', success: 3 }],
    ['ABANDONED', { status: 'ABANDONED' }],
    ['AWAITING_APPROVAL', { status: 'ACTIVE', openApprovals: 1 }],
    ['AWAITING_APPROVAL', { status: 'COMPLETED', openApprovals: 1 }],
    ['AWAITING_APPROVAL', { status: 'ABANDONED', openApprovals: 1 }],
    ['ROLLING_BACK', { rollbackState: 'RUNNING', openApprovals: 1, success: 1 }],
    ['ROLLING_BACK', { rollbackState: 'RUNNING', simulated: true, success: 1 }],
    ['REVERTED', { rollbackState: 'FINISHED', rolledBack: 2 }],
    ['REVERTED', { rollbackState: 'FINISHED', rolledBack: 2, success: 4, reads: 4 }],
    ['REVERTED', { rollbackState: 'FINISHED', failed: 2 }],
    ['REVERTED', { rollbackState: 'FINISHED', simulated: true, success: 2 }],
    ['ROLLBACK_FAILED', { rollbackState: 'FINISHED', rollbackFailed: 1 }],
    ['ROLLBACK_FAILED', { rollbackState: 'FINISHED', success: 1 }],
    ['ROLLBACK_FAILED', { rollbackState: 'FINISHED', success: 1, unknown: 1 }],
    ['PARTIALLY_REVERTED', { rollbackState: 'FINISHED', unknown: 1 }],
    ['PARTIALLY_REVERTED', { rollbackState: 'FINISHED', rolledBack: 1, possibleEffects: 1 }],
    ['REVERTED', { rollbackState: 'FINISHED', closedByRollback: true, possibleEffects: 1 }],
    ['PARTIALLY_REVERTED', { rollbackState: 'FINISHED', rolledBack: 1, success: 1 }],
    ['PARTIALLY_REVERTED', { rollbackState: 'FINISHED', rolledBack: 1, rollbackFailed: 1 }],
    ['PARTIALLY_REVERTED', { rollbackState: 'FINISHED', rolledBack: 1, unknown: 1 }],
    ['PARTIALLY_REVERTED', { rollbackState: 'FINISHED', success: 1, lateEffects: 1 }],
    ['REVERTED', { rollbackState: 'FINISHED', rolledBack: 1, status: 'COMPLETED', openApprovals: 1 }],
  ])('is %s for %j', (expected, state) => {
    expect(displayStatus(session(state))).toBe(expected);
  });
});

describe('the remaining effects', () => {
  it('are all that were not undone, without reads', () => {
    expect(remainingEffects(session({ success: 5, reads: 2, rollbackFailed: 1, unknown: 1, rolledBack: 7 }))).toBe(5);
  });
});

describe('a session can be rolled back', () => {
  it.each<[boolean, Partial<SessionState>]>([
    [false, {}],
    [false, { failed: 1, cleared: 1, pendingApproval: 1 }],
    [false, { success: 2, reads: 2 }],
    [true, { success: 3, reads: 2 }],
    [true, { success: 1, status: 'COMPLETED' }],
    [true, { success: 1, status: 'ABANDONED' }],
    [true, { unknown: 1, possibleEffects: 1 }],
    [false, { unknown: 1, unknownReads: 1 }],
    [false, { unknown: 1, possibleEffects: 1, settledUnknown: 1 }],
    [false, { success: 2, reads: 1, settledSuccess: 1 }],
    [true, { success: 2, settledSuccess: 1 }],
    [true, { rollbackFailed: 1, rollbackState: 'FINISHED' }],
    [false, { rollbackFailed: 1, settledRollbackFailed: 1, rollbackState: 'FINISHED' }],
    [true, { success: 1, rollbackState: 'FINISHED' }],
    [false, { success: 1, rollbackState: 'RUNNING' }],
    [false, { rolledBack: 1, rollbackState: 'FINISHED' }],
    [true, { success: 1, simulated: true }],
    [false, { success: 1, simulated: true, rollbackState: 'FINISHED' }],
    [true, { possibleEffects: 1 }],
    [true, { rollbackState: 'FINISHED', rolledBack: 1, possibleEffects: 1 }],
    [false, { rollbackState: 'FINISHED', closedByRollback: true, possibleEffects: 1 }],
  ])('is %s for %j', (expected, state) => {
    expect(isRollable(session(state))).toBe(expected);
  });
});

describe('a session is rolled', () => {
  it.each<[boolean, Partial<SessionState>]>([
    [false, {}],
    [true, { rollbackState: 'RUNNING' }],
    [true, { rollbackState: 'FINISHED', closedByRollback: true }],
    // The rollback is of one action alone.
    [false, { rollbackState: 'FINISHED' }],
  ])('is %s for %j', (expected, state) => {
    expect(isRolled(session(state))).toBe(expected);
  });
});

describe('completing a session', () => {
  it.each<[ReturnType<typeof refusalToComplete>, SessionState]>([
    [null, session()],
    [null, session({ status: 'ABANDONED' })],
    [null, session({ rollbackState: 'FINISHED' })],
    ['not-open', session({ status: 'COMPLETED' })],
    ['not-open', finished({ rolledBack: 1 })],
    ['rolling-back', session({ rollbackState: 'RUNNING' })],
    ['rolling-back', session({ status: 'COMPLETED', rollbackState: 'RUNNING' })],
  ])('answers %j', (expected, state) => {
    expect(refusalToComplete(state)).toBe(expected);
  });
});
