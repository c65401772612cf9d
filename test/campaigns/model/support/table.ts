import type { LoggedAction, NewCall, Refusal } from '../../../../src/actions/rules/action-state.js';
import { type Action, type Expected, refused, type State } from './state.js';

/** The clock stands still in the model: what expires does so as a step of its own. */
export const NOW = new Date(0);
const LATER = new Date(1);

const sessionOf = ({ status, closedByRollback }: State) => ({ status, isRolled: closedByRollback });

/** A call as the service's table of transitions takes it; the model's quota has no end. */
export const callOf = (state: State, call: Pick<NewCall, 'isRead' | 'snapshot' | 'isGranted'>): NewCall => ({
  ...call,
  status: null,
  session: sessionOf(state),
  isQuotaLeft: true,
});

export const actionOf = (state: State, action: Action): LoggedAction => {
  const approval = action.approval === null ? undefined : state.approvals[action.approval];
  return {
    status: action.status,
    isRead: action.operationType === 'READ',
    session: sessionOf(state),
    violation: action.violation,
    payloadHash: hashOf(action.amount),
    isEdited: action.original !== null,
    isRefused: false,
    isSettled: false,
    isPerformed: false,
    approval: approval ? { status: approval.status, expiresAt: LATER, permitsAt: null, usableUntil: null } : null,
    takenBack: null,
    hasBegun: false,
    claim: null,
  };
};

/** Arguments differ in their amount alone. */
export const hashOf = (amount: number): string => String(amount);

const FORBIDDEN: readonly Refusal[] = ['agent-paused', 'plan-required', 'policy-blocked'];

export const refusedWith = (refusal: Refusal, action?: number): Expected =>
  refused(FORBIDDEN.includes(refusal) ? 403 : 409, refusal === 'expired' ? 'already-decided' : refusal, action);
