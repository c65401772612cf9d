import { verdictOn } from './policies.js';
import { type Approval, type Expected, NOT_FOUND, refused, type State } from './state.js';

export interface Approving {
  /** Other arguments. */
  readonly amount?: number | undefined;
  /** Those the decision was made on. */
  readonly shown?: number | undefined;
  readonly grant?: { readonly pattern: string; readonly maxUses: number } | undefined;
}

/** One decision ever wins; a review after the fact decides itself alone. */
export function approve(state: State, index: number, { amount, shown, grant }: Approving): Expected {
  const approval = state.approvals[index];
  const action = approval && state.actions[approval.action];
  if (!action) return NOT_FOUND;
  if (approval.status !== 'PENDING') return refused(409, 'already-decided');
  if (shown !== undefined && shown !== action.amount) return refused(409, 'payload-changed');
  const waits = action.status === 'PENDING_APPROVAL';
  if (waits && state.status === 'COMPLETED') return refused(409, 'session-closed');
  if (amount !== undefined && !waits) return refused(409, 'already-run');
  if (amount !== undefined && verdictOn(action.apiName, amount) === 'BLOCK') return refused(403, 'policy-blocked');
  if (amount !== undefined && amount !== action.amount) {
    action.original ??= action.amount;
    action.amount = amount;
  }
  settle(state, approval, 'APPROVED', null);
  if (grant) state.grants.push({ ...grant, uses: 0, revoked: false });
  return { status: 200 };
}

export function reject(state: State, index: number, reason: string | null): Expected {
  const approval = state.approvals[index];
  if (!approval) return NOT_FOUND;
  if (approval.status !== 'PENDING') return refused(409, 'already-decided');
  settle(state, approval, 'REJECTED', reason);
  return { status: 200 };
}

/** Also of what expired, what a pause takes back, and what a rollback does. */
export function settle(state: State, approval: Approval, status: 'APPROVED' | 'REJECTED', reason: string | null): void {
  approval.status = status;
  approval.reason = reason;
  const action = state.actions[approval.action];
  if (action?.status === 'PENDING_APPROVAL') action.status = status === 'APPROVED' ? 'CLEARED' : 'REJECTED';
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
