import { type Action, type Expected, NOT_FOUND, refused, type State, type Status } from './state.js';

const OPEN: readonly Status[] = ['CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'UNKNOWN'];

/** What the confirmation says of the arguments that ran. */
export type Told = 'nothing' | 'right' | 'wrong';

/** A PATCH of an action: outcomes from what is open, the same again, and nothing else. */
export function confirm(state: State, index: number, to: Status, told: Told): Expected {
  const action = state.actions[index];
  if (!action) return NOT_FOUND;
  if (action.status === to) return { status: 200, action: index };
  if ((to !== 'SUCCESS' && to !== 'FAILED') || !OPEN.includes(action.status)) return refused(409, 'illegal-transition');
  action.violation ??= violationOf(state, action, to, told);
  action.status = to;
  if (to === 'SUCCESS') {
    action.effectSequence = ++state.lastEffect;
    if (state.closedByRollback && action.operationType !== 'READ') state.lateEffect = true;
  }
  return { status: 200, action: index };
}

function violationOf(state: State, action: Action, to: Status, told: Told): string | null {
  if (action.status === 'BLOCKED') return 'blocked';
  if (action.status === 'PENDING_APPROVAL' || action.status === 'REJECTED') return 'unapproved';
  if (state.paused) return 'paused';
  if (state.closedByRollback) return 'after-rollback';
  if (state.status === 'COMPLETED') return 'after-completion';
  const unsaid = told === 'nothing' && to === 'SUCCESS' && action.original !== null;
  return told === 'wrong' || unsaid ? 'payload-mismatch' : null;
}

/** A precapture of a call that nobody has a credential for; `of`: the cleared action whose snapshot it replaces. */
export function precapture(state: State, apiName: string, amount: number, of: number | null): Expected {
  if (state.purged) return NOT_FOUND;
  if (state.paused) return refused(403, 'agent-paused');
  if (state.closedByRollback) return refused(409, 'session-rolled-back');
  if (state.status === 'COMPLETED') return refused(409, 'session-closed');
  const action = of === null ? null : state.actions[of];
  if (action && action.status !== 'CLEARED') return refused(409, 'illegal-transition');
  if (action && (action.apiName !== apiName || action.amount !== amount)) return refused(409, 'precapture-mismatch');
  state.precaptures.push({ apiName, amount, taken: action !== null });
  if (action) action.precapture = state.precaptures.length - 1;
  return { status: 200 };
}

/** Only what is active or abandoned, and not closed by a rollback, is completed. */
export function complete(state: State): Expected {
  if (state.purged) return NOT_FOUND;
  if (state.status === 'COMPLETED' || state.closedByRollback) return refused(400, 'session-not-open');
  state.status = 'COMPLETED';
  return { status: 200 };
}
