import type { ApprovalStatus } from '../approval.js';

/** Which approvals a page shows, as plain values: those of a request that waits are compared and sent to the database. */
export interface ApprovalFilter {
  readonly status: ApprovalStatus | 'DECIDED' | 'ALL';
  readonly agentId: string | null;
  readonly connector: string | null;
  /** ISO 8601: asked for at that moment or later, and before that one. */
  readonly since: string | null;
  readonly until: string | null;
  readonly limit: number;
  /** Only those before it. */
  readonly cursor: string | null;
}
