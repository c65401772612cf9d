import type { OperationType } from '../connectors/connector.js';

export type ActionStatus =
  | 'CLEARED'
  | 'PENDING_APPROVAL'
  | 'REJECTED'
  | 'BLOCKED'
  | 'SUCCESS'
  | 'FAILED'
  | 'UNKNOWN'
  | 'ROLLED_BACK'
  | 'ROLLBACK_FAILED';

export const ACTION_STATUSES: readonly ActionStatus[] = [
  'CLEARED',
  'PENDING_APPROVAL',
  'REJECTED',
  'BLOCKED',
  'SUCCESS',
  'FAILED',
  'UNKNOWN',
  'ROLLED_BACK',
  'ROLLBACK_FAILED',
];

export const OPERATION_TYPES: readonly OperationType[] = ['CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ'];

export type Violation =
  | 'blocked'
  | 'unapproved'
  | 'paused'
  | 'after-completion'
  | 'after-rollback'
  | 'payload-mismatch'
  | 'ungated';

/** How a call may be logged: asking before it runs, asking for a gate, or reporting what already ran. */
export type LoggedStatus = 'CLEARED' | 'PENDING_APPROVAL' | 'SUCCESS' | 'FAILED';

/** An effect is in the world that a rollback can try to undo. */
export const UNDOABLE: readonly ActionStatus[] = ['SUCCESS', 'ROLLBACK_FAILED'];

/** Statuses whose effect is not known until the resource has been read. */
export const UNSETTLED: readonly ActionStatus[] = ['CLEARED', 'FAILED', 'UNKNOWN'];

const SUMMARY_CHARACTERS = 200;

/** One line of the arguments for a list of approvals. */
export function summarize(payload: object): string {
  const text = JSON.stringify(payload);
  const characters = [...text];
  return characters.length <= SUMMARY_CHARACTERS ? text : `${characters.slice(0, SUMMARY_CHARACTERS - 1).join('')}…`;
}
