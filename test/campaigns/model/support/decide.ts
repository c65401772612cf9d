import type { Command } from '../../../../src/actions/rules/action-state.js';
import { transition } from '../../../../src/actions/rules/transition.js';
import { verdictOn } from './policies.js';
import { type Approval, type Expected, NOT_FOUND, type State, type Status } from './state.js';
import { actionOf, hashOf, NOW, refusedWith } from './table.js';

export interface Approving {
  /** Other arguments. */
  readonly amount?: number | undefined;
  /** The arguments that the decision was based on. */
  readonly shown?: number | undefined;
  readonly grant?: { readonly pattern: string; readonly maxUses: number } | undefined;
}

/** Models an approval: the table decides; edited arguments and the grant come on top. */
export function approve(state: State, index: number, { amount, shown, grant }: Approving): Expected {
  const approval = state.approvals[index];
  const action = approval && state.actions[approval.action];
  if (!action) return NOT_FOUND;
  const refusal = settle(state, approval, 'APPROVED', null, {
    type: 'approve',
    shownHash: shown === undefined ? null : hashOf(shown),
    isPaused: state.paused,
    edit: amount === undefined ? null : verdictOn(action.apiName, amount),
  });
  if (refusal) return refusal;
  if (amount !== undefined && amount !== action.amount) {
    action.original ??= action.amount;
    action.amount = amount;
  }
  if (grant) state.grants.push({ ...grant, uses: 0, revoked: false });
  return { status: 200 };
}

export function reject(state: State, index: number, reason: string | null): Expected {
  const approval = state.approvals[index];
  if (!approval) return NOT_FOUND;
  return settle(state, approval, 'REJECTED', reason, { type: 'reject' }) ?? { status: 200 };
}

/** Models the end of an approval, also by expiry, a pause or a rollback. Returns the refusal, if there is one. */
export function settle(
  state: State,
  approval: Approval,
  status: 'APPROVED' | 'REJECTED',
  reason: string | null,
  command: Command = { type: 'withdraw' },
): Expected | null {
  const action = state.actions[approval.action];
  if (!action) return NOT_FOUND;
  const made = transition(actionOf(state, action), command, NOW);
  if (made.status === null) return refusedWith(made.refusal ?? 'not-found');
  action.status = made.status as Status;
  approval.status = status;
  approval.reason = reason;
  return null;
}

/** A pause rejects what waits and ends grants; reviews are left to a person. */
export function pause(state: State): Expected {
  state.paused = true;
  for (const approval of state.approvals) {
    const waits = state.actions[approval.action]?.status === 'PENDING_APPROVAL';
    if (approval.status === 'PENDING' && waits) settle(state, approval, 'REJECTED', 'agent-paused');
  }
  for (const grant of state.grants) grant.revoked = true;
  return { status: 200 };
}
