import type { Settlement } from '../connectors/connector.js';
import type { ActionStatus } from './action.js';

/** What is learned of an action that the ledger holds, or decided about it, after it was logged. */
export type Command =
  /** An operator lets the call run. */
  | { readonly type: 'approve' }
  /** An operator, the expiry, a rollback or a pause does not. */
  | { readonly type: 'reject' }
  /** A rollback read the resource of a call whose client never came back, or came back with a failure. */
  | { readonly type: 'settle'; readonly settlement: Settlement }
  /** An undo was proved. */
  | { readonly type: 'undone' }
  | { readonly type: 'undo-failed' };

/** The counters of a session that a transition changes, each by so many; `openApprovals` also counts reviews after the fact. */
export type Counters = Readonly<Partial<Record<Counter, number>>>;
export type Counter =
  | 'cleared'
  | 'pendingApproval'
  | 'success'
  | 'failed'
  | 'unknown'
  | 'rolledBack'
  | 'rollbackFailed'
  | 'openApprovals';

export interface Transition {
  readonly status: ActionStatus;
  readonly counters: Counters;
}

const COUNTER_OF: Readonly<Record<ActionStatus, Counter | null>> = {
  CLEARED: 'cleared',
  PENDING_APPROVAL: 'pendingApproval',
  REJECTED: null,
  BLOCKED: null,
  SUCCESS: 'success',
  FAILED: 'failed',
  UNKNOWN: 'unknown',
  ROLLED_BACK: 'rolledBack',
  ROLLBACK_FAILED: 'rollbackFailed',
};

/** Statuses whose effect is not known until the resource has been read. */
export const UNSETTLED: readonly ActionStatus[] = ['CLEARED', 'FAILED', 'UNKNOWN'];

/** What a command makes of an action, and of the counters of its session (contract, "Actions", "Approvals", "Rollback"). */
export function transition(from: ActionStatus, command: Command): Transition {
  const status = statusAfter(from, command);
  const counters: Partial<Record<Counter, number>> = {};
  const count = (counter: Counter | null, by: number) => {
    if (counter) counters[counter] = (counters[counter] ?? 0) + by;
  };
  if (status !== from) {
    count(COUNTER_OF[from], -1);
    count(COUNTER_OF[status], 1);
  }
  if (command.type === 'approve' || command.type === 'reject') count('openApprovals', -1);
  return { status, counters };
}

function statusAfter(from: ActionStatus, command: Command): ActionStatus {
  switch (command.type) {
    // A review after the fact leaves what happened as it is.
    case 'approve':
      return from === 'PENDING_APPROVAL' ? 'CLEARED' : from;
    case 'reject':
      return from === 'PENDING_APPROVAL' ? 'REJECTED' : from;
    case 'settle':
      return settled(from, command.settlement);
    case 'undone':
      return 'ROLLED_BACK';
    case 'undo-failed':
      // Its resource could not be read: it may have taken effect, and its client may still bring the truth.
      if (from === 'CLEARED') return 'UNKNOWN';
      return UNSETTLED.includes(from) ? from : 'ROLLBACK_FAILED';
    default:
      return command satisfies never;
  }
}

function settled(from: ActionStatus, settlement: Settlement): ActionStatus {
  switch (settlement) {
    case 'happened':
      return 'SUCCESS';
    case 'not-happened':
      // A cleared call may still run, against the rules; it stays open to the truth.
      return from === 'CLEARED' ? 'CLEARED' : 'FAILED';
    case 'unknown':
      // A client that reported failure is believed where the provider cannot tell otherwise.
      return from === 'FAILED' ? 'FAILED' : 'UNKNOWN';
    default:
      return settlement satisfies never;
  }
}
