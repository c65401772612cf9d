import type { ApprovalStatus } from '../approval.js';

/**
 * The filter of a page of approvals, in plain values: filters of waiting requests are compared and sent to the
 * database.
 */
export interface ApprovalFilter {
  /** UNUSED: approved, and its call has not begun. */
  readonly status: ApprovalStatus | 'UNUSED' | 'DECIDED' | 'ALL';
  readonly agentId: string | null;
  readonly connector: string | null;
  /** ISO 8601: asked for at that moment or later, and before that one. */
  readonly since: string | null;
  readonly until: string | null;
  readonly limit: number;
  /** The page holds only approvals before this id. */
  readonly cursor: string | null;
}
