import { transition } from '../../../../src/actions/rules/transition.js';
import { type Action, type Expected, NOT_FOUND, refused, type State, type Status } from './state.js';
import { actionOf, hashOf, NOW, refusedWith } from './table.js';

/** The arguments that the confirmation reports, compared with those that ran. */
export type ReportedArguments = 'nothing' | 'right' | 'wrong';

/** A PATCH of an action. */
export function confirm(state: State, index: number, to: Status, told: ReportedArguments): Expected {
  const action = state.actions[index];
  if (!action) return NOT_FOUND;
  const ranHash = { nothing: null, right: hashOf(action.amount), wrong: hashOf(action.amount + 1) }[told];
  const command = { type: 'confirm', outcome: to, ranHash, isRefused: null, isPaused: state.paused } as const;
  const made = transition(actionOf(state, action), command, NOW);
  if (made.status === null) return refusedWith(made.refusal ?? 'not-found');
  action.status = made.status as Status;
  action.violation = made.violation;
  if (made.takesEffect) action.effectSequence = ++state.lastEffect;
  if (made.counters.lateEffects) state.lateEffect = true;
  return { status: 200, action: index };
}

/** Models a precapture of a call without a credential. `of` is the cleared action whose snapshot it replaces. */
export function precapture(state: State, apiName: string, amount: number, of: number | null): Expected {
  if (state.purged) return NOT_FOUND;
  if (state.paused) return refused(403, 'agent-paused');
  if (state.closedByRollback) return refused(409, 'session-rolled-back');
  if (state.status === 'COMPLETED') return refused(409, 'session-closed');
  const action = of === null ? null : state.actions[of];
  if (action && !isReplaceable(state, action)) return refused(409, 'illegal-transition');
  if (action && (action.apiName !== apiName || action.amount !== amount)) return refused(409, 'precapture-mismatch');
  state.precaptures.push({ apiName, amount, taken: action !== null, former: action?.precapture ?? null });
  if (action) action.precapture = state.precaptures.length - 1;
  return { status: 200 };
}

/** Tells whether a snapshot may be replaced: once, after an approval, and only if there is one. */
function isReplaceable({ approvals, precaptures }: State, { status, approval, precapture }: Action): boolean {
  const decision = approval === null ? null : approvals[approval]?.status;
  const isFirst = precapture !== null && precaptures[precapture]?.former === null;
  return status === 'CLEARED' && decision === 'APPROVED' && isFirst;
}

/** Models a completion: the session has to be active or abandoned, and not closed by a rollback. */
export function complete(state: State): Expected {
  if (state.purged) return NOT_FOUND;
  if (state.status === 'COMPLETED' || state.closedByRollback) return refused(400, 'session-not-open');
  state.status = 'COMPLETED';
  return { status: 200 };
}
