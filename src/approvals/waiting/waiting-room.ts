import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { Database } from '../../platform/database/database.js';
import { Notifications } from '../../platform/database/notifications.js';
import { PinoLogger } from '../../platform/pino-logger.js';
import { watch } from '../../platform/telemetry/meters.js';
import { DECIDED } from '../approval.js';

/** Two look-ups per process and half second serve all waiting requests. */
const LOOK_EVERY_MS = 500;

/** Who waits, as they were known when they began to. */
export interface Guest {
  readonly approvalId: string;
  readonly organizationId: string;
  readonly epoch: number;
  /** When the caller has hung up. */
  readonly hungUp: AbortSignal;
}

/**
 * `settled`: the approval may have been decided, the caller then looks for itself. `changed`: something of the
 * organization has, perhaps who the caller is. `over`: the time is over, or the service shuts down. `gone`: the client has disconnected.
 */
export type Woken = 'settled' | 'changed' | 'over' | 'gone';

interface Waiting extends Guest {
  leave(why: Woken): void;
}

/** Where requests wait for a decision without holding a connection (design, "Long polls"). */
@Injectable()
export class WaitingRoom implements BeforeApplicationShutdown {
  private readonly waiting = new Map<string, Set<Waiting>>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    notifications: Notifications,
    private readonly logger: PinoLogger,
  ) {
    notifications.on(DECIDED, (approvalId) => this.settled(approvalId));
    watch('backstop_held_requests', 'Requests that wait for a decision on an approval.', [], () => [
      [{}, this.allWaiting().length],
    ]);
  }

  /** Never longer than `ms`. */
  wait(guest: Guest, ms: number): Promise<Woken> {
    if (this.closed) return Promise.resolve('over');
    if (guest.hungUp.aborted) return Promise.resolve('gone');
    return new Promise((resolve) => {
      const leave = (why: Woken) => {
        clearTimeout(timeout);
        guest.hungUp.removeEventListener('abort', onHangUp);
        this.remove(waiting);
        resolve(why);
      };
      const waiting: Waiting = { ...guest, leave };
      const onHangUp = () => leave('gone');
      guest.hungUp.addEventListener('abort', onHangUp);
      const timeout = setTimeout(() => leave('over'), ms);
      const others = this.waiting.get(guest.approvalId) ?? new Set();
      this.waiting.set(guest.approvalId, others.add(waiting));
      this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS);
    });
  }

  /** A decision that this process took, or was told of, needs no look-up. */
  settled(approvalId: string): void {
    for (const { leave } of this.waiting.get(approvalId) ?? []) leave('settled');
  }

  get isClosed(): boolean {
    return this.closed;
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    for (const { leave } of this.allWaiting()) leave('over');
    if (this.timer) clearTimeout(this.timer);
  }

  private allWaiting(): Waiting[] {
    return [...this.waiting.values()].flatMap((room) => [...room]);
  }

  private remove(guest: Waiting): void {
    const others = this.waiting.get(guest.approvalId);
    others?.delete(guest);
    if (others?.size === 0) this.waiting.delete(guest.approvalId);
  }

  private async look(): Promise<void> {
    try {
      await Promise.all([this.lookForDecisions(), this.lookForChanges()]);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look for what held requests wait for');
    }
    this.timer = this.waiting.size > 0 ? setTimeout(() => void this.look(), LOOK_EVERY_MS) : null;
  }

  private async lookForDecisions(): Promise<void> {
    const rows = await this.database.lookup<{ id: string }>('SELECT settled_approvals($1::uuid[]) AS id', [
      [...this.waiting.keys()],
    ]);
    for (const { id } of rows) this.settled(id);
  }

  /** Wakes each request whose organization has changed since: its credential may no longer be valid. */
  private async lookForChanges(): Promise<void> {
    const organizations = new Set(this.allWaiting().map(({ organizationId }) => organizationId));
    const epochs = await this.epochs.currentOfAll([...organizations]);
    // A request that arrived meanwhile has an organization outside this look-up, or a newer epoch.
    for (const { organizationId, epoch, leave } of this.allWaiting())
      if (organizations.has(organizationId) && epoch < (epochs.get(organizationId) ?? Number.POSITIVE_INFINITY))
        leave('changed');
  }
}
