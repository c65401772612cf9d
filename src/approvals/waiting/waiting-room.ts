import { Injectable } from '@nestjs/common';
import { HeldRequests, type Room, type Waiter, type WakeReason } from '../../auth/waiting/held-requests.js';
import { Database } from '../../platform/database/database.js';
import { Notifications } from '../../platform/database/notifications.js';
import { DECIDED } from '../approval.js';

/** Where requests wait for a decision without holding a database connection (docs/contract.md, "Approvals"). */
@Injectable()
export class WaitingRoom {
  private readonly room: Room;

  constructor(
    private readonly database: Database,
    requests: HeldRequests,
    notifications: Notifications,
  ) {
    this.room = requests.room((ids) => this.decidedOf(ids));
    notifications.on(DECIDED, (approvalId) => this.decided(approvalId));
  }

  /** Never longer than `ms`. */
  wait(waiter: Waiter, approvalId: string, ms: number): Promise<WakeReason> {
    return this.room.wait(waiter, approvalId, ms);
  }

  /** A decision that this process took, or was told of, needs no look-up. */
  decided(approvalId: string): void {
    this.room.wake(approvalId);
  }

  get isClosed(): boolean {
    return this.room.isClosed;
  }

  private async decidedOf(ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.lookup<{ id: string }>('SELECT decided_approvals($1::uuid[]) AS id', [ids]);
    return rows.map(({ id }) => id);
  }
}
