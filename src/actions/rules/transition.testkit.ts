import { AS_LEFT, NOT_HAPPENED, type ProbedOutcome, proved, UNKNOWN } from '../../connectors/proof/proof.js';
import { type ActionStatus } from './action.js';
import type { ActionState, Approve, Ask, Command, Confirm, LoggedAction, NewCall, Report } from './action-state.js';
import { type Transition, transition } from './transition.js';

export const NOW = new Date('2026-01-01T00:00:00.000Z');
export const inMs = (ms: number) => new Date(NOW.getTime() + ms);
export const OPEN = { status: 'ACTIVE', isRolled: false } as const;
export const COMPLETED = { status: 'COMPLETED', isRolled: false } as const;
export const ROLLED = { status: 'ACTIVE', isRolled: true } as const;

export const newCall = (more: Partial<NewCall> = {}): NewCall => ({
  status: null,
  isRead: false,
  session: OPEN,
  snapshot: 'none',
  isGranted: false,
  isQuotaLeft: true,
  ...more,
});
export const action = (status: ActionStatus, more: Partial<LoggedAction> = {}): LoggedAction => ({
  status,
  isRead: false,
  session: OPEN,
  violation: null,
  payloadHash: 'asked',
  isEdited: false,
  isRefused: false,
  isSettled: false,
  isPerformed: false,
  approval:
    status === 'PENDING_APPROVAL'
      ? { status: 'PENDING', expiresAt: inMs(1), permitsAt: null, usableUntil: null }
      : null,
  takenBack: null,
  hasBegun: false,
  claim: null,
  ...more,
});
export const ask = (verdict: Ask['verdict'], more: Partial<Ask> = {}): Ask => ({
  type: 'ask',
  verdict,
  hasApprovals: true,
  isPaused: false,
  wantsApproval: false,
  ...more,
});
export const report = (verdict: Report['verdict'], more: Partial<Report> = {}): Report => ({
  type: 'report',
  outcome: 'SUCCESS',
  verdict,
  hasApprovals: true,
  isPaused: false,
  isUngated: false,
  isRefused: false,
  ...more,
});
export const confirm = (outcome: ActionStatus, more: Partial<Confirm> = {}): Confirm => ({
  type: 'confirm',
  outcome,
  ranHash: null,
  isRefused: null,
  isPaused: false,
  ...more,
});
export const approve = (more: Partial<Approve> = {}): Approve => ({
  type: 'approve',
  shownHash: null,
  isPaused: false,
  edit: null,
  ...more,
});
export const READ = {
  happened: proved('key'),
  'not-happened': NOT_HAPPENED,
  'as left': AS_LEFT,
  unknown: UNKNOWN,
} as const;
export const probe = (read: keyof typeof READ): Command => ({
  type: 'probe',
  outcome: READ[read] satisfies ProbedOutcome,
});
export const VOUCHED: Command = { type: 'probe', outcome: { happened: true, by: 'operator' } };
export const move = (state: ActionState, command: Command) => transition(state, command, NOW);
/**
 * `CLEARED`, `SUCCESS unapproved`, `SUCCESS blocked 403 policy-blocked`, or the refusal alone when nothing is stored.
 */
export const said = ({ status, violation, refusal }: Transition) =>
  [status, violation, refusal].filter(Boolean).join(' ');
