import type { Action, State } from './state.js';

/**
 * Returns the reasons why an operator should look at the session, in the order of the answer, with the actions that
 * each concerns.
 */
export function dirtOf(state: State): { reason: string; actions: number[] }[] {
  const reasons: Record<string, (action: Action) => boolean> = {
    'not-undone': ({ status, operationType }) =>
      state.rolledBackOnce && !state.simulated && status === 'SUCCESS' && operationType !== 'READ',
    'unconfirmed-approval': ({ status, approval, operationType }) =>
      status === 'CLEARED' &&
      operationType !== 'READ' &&
      approval !== null &&
      state.approvals[approval]?.status === 'APPROVED',
    violation: ({ violation }) => violation !== null,
    'unknown-outcome': ({ status, operationType }) => status === 'UNKNOWN' && operationType !== 'READ',
  };
  return Object.entries(reasons)
    .map(([reason, holds]) => ({
      reason,
      actions: state.actions.flatMap((action, index) => (holds(action) ? [index] : [])),
    }))
    .filter(({ actions }) => actions.length > 0);
}

export function countersOf({ actions }: State) {
  const count = (status: string) => actions.filter((action) => action.status === status).length;
  return {
    success: count('SUCCESS'),
    failed: count('FAILED'),
    pendingApproval: count('PENDING_APPROVAL'),
    cleared: count('CLEARED'),
    unknown: count('UNKNOWN'),
    rolledBack: count('ROLLED_BACK'),
    rollbackFailed: 0,
    blocked: count('BLOCKED'),
  };
}
