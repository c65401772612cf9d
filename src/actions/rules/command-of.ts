import type { Json } from '../../connectors/connector.js';
import type { LoggedStatus } from '../../contract/action-statuses.js';
import type { PolicyAction } from '../../policies/policy.js';
import { hasRefusal } from './action.js';
import type { Ask, Report } from './action-state.js';

/** A call in the form in which its client sends it, as far as it decides between an ask and a report. */
interface SentCall {
  readonly status?: LoggedStatus;
  readonly violation?: 'ungated';
  readonly response?: Json;
}

/** True for a call that has not run. */
export const isAsk = ({ status }: SentCall) => status !== 'SUCCESS' && status !== 'FAILED';

/** The command of the transition table that a logged call stands for. */
export function commandOf(
  { status, violation, response }: SentCall,
  verdict: PolicyAction,
  { hasApprovals, isPaused }: Pick<Ask, 'hasApprovals' | 'isPaused'>,
): Ask | Report {
  const judged = { verdict, hasApprovals, isPaused };
  if (status !== 'SUCCESS' && status !== 'FAILED')
    return { type: 'ask', wantsApproval: status === 'PENDING_APPROVAL', ...judged };
  const isUngated = violation === 'ungated';
  return { type: 'report', outcome: status, isUngated, isRefused: hasRefusal(response ?? null), ...judged };
}
