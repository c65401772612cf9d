import { Injectable } from '@nestjs/common';
import { type Identity, laneOf } from '../../auth/access/principal.js';
import { rateLimited } from '../../auth/auth.errors.js';
import { HeldPages } from '../../auth/waiting/held-pages.js';
import { HeldRequests, type WaiterGroup, type WakeReason } from '../../auth/waiting/held-requests.js';
import { Database } from '../../platform/database/database.js';
import { Notifications } from '../../platform/database/notifications.js';
import { DECIDED } from '../approval.js';

/** Holds requests that wait for a decision, without a database connection (docs/contract.md, "Approvals"). */
@Injectable()
export class DecisionWaits {
  private readonly waiters: WaiterGroup;
  /** The number of approvals is unlimited, because one look-up serves them all. */
  private readonly held = new HeldPages(Number.POSITIVE_INFINITY);

  constructor(
    private readonly database: Database,
    requests: HeldRequests,
    notifications: Notifications,
  ) {
    this.waiters = requests.newGroup((ids) => this.decidedOf(ids));
    notifications.on(DECIDED, (approvalId) => this.decided(approvalId));
  }

  /**
   * Waits for `ms` at most.
   * @throws 429 rate-limited when the operators, or the agents, of the organization have too many waiting requests
   */
  async wait(caller: Identity, approvalId: string, disconnected: AbortSignal, ms: number): Promise<WakeReason> {
    const owner = laneOf(caller);
    if (!this.held.add(owner, approvalId)) throw rateLimited(Math.max(1, Math.ceil(ms / 1000)));
    const { organizationId, epoch } = caller;
    return this.waiters
      .wait({ organizationId, epoch, disconnected }, approvalId, ms)
      .finally(() => this.held.remove(owner, approvalId));
  }

  /** Wakes requests after a decision of this process, or one of which it was notified, without a look-up. */
  decided(approvalId: string): void {
    this.waiters.wake(approvalId);
  }

  get isClosed(): boolean {
    return this.waiters.isClosed;
  }

  private async decidedOf(ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.lookup<{ id: string }>('SELECT decided_approvals($1::uuid[]) AS id', [ids]);
    return rows.map(({ id }) => id);
  }
}
