import type { Plan } from '../auth/principal.js';
import type { OperationType } from '../connectors/connector.js';
import type { PolicyAction } from '../policies/policy.js';

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

/** What becomes of a call in an open session. `refusal`: it is answered with that problem although it is kept. */
export interface Entry {
  readonly kept: boolean;
  readonly status: ActionStatus;
  readonly violation: Violation | null;
  readonly refusal: 'policy-blocked' | 'plan-required' | null;
  readonly opensApproval: boolean;
  /** A grant of the session may clear it at once. What the client itself wants a person to see waits for one. */
  readonly grantable: boolean;
}

const entry = (status: ActionStatus, rest: Partial<Entry> = {}): Entry => ({
  kept: true,
  status,
  violation: null,
  refusal: null,
  opensApproval: false,
  grantable: false,
  ...rest,
});

/** The table of the contract's "Actions": what a call becomes, by how it was logged and what the policies say. */
export function decideEntry(logged: LoggedStatus, verdict: PolicyAction, plan: Plan, paused: boolean): Entry {
  if (logged === 'SUCCESS' || logged === 'FAILED') return decideReport(logged, verdict, plan, paused);
  const decision = logged === 'PENDING_APPROVAL' && verdict === 'ALLOW' ? 'REQUIRE_APPROVAL' : verdict;
  switch (decision) {
    case 'ALLOW':
      return entry('CLEARED');
    case 'REQUIRE_APPROVAL':
      if (plan === 'FREE') return entry('BLOCKED', { kept: false, refusal: 'plan-required' });
      return entry('PENDING_APPROVAL', { opensApproval: true, grantable: logged === 'CLEARED' });
    case 'BLOCK':
      return entry('BLOCKED', { refusal: 'policy-blocked' });
  }
}

/** What happened in the world is kept, whatever should have been. */
function decideReport(outcome: 'SUCCESS' | 'FAILED', verdict: PolicyAction, plan: Plan, paused: boolean): Entry {
  switch (verdict) {
    case 'ALLOW':
      return entry(outcome, { violation: paused ? 'paused' : null });
    case 'REQUIRE_APPROVAL':
      if (plan === 'FREE') return entry(outcome, { violation: 'unapproved', refusal: 'plan-required' });
      return entry(outcome, { violation: 'unapproved', opensApproval: true });
    case 'BLOCK':
      return entry(outcome, { violation: 'blocked', refusal: 'policy-blocked' });
  }
}

const SUMMARY_CHARACTERS = 200;

/** One line of the arguments for a list of approvals. */
export function summarize(payload: object): string {
  const text = JSON.stringify(payload);
  const characters = [...text];
  return characters.length <= SUMMARY_CHARACTERS ? text : `${characters.slice(0, SUMMARY_CHARACTERS - 1).join('')}…`;
}
