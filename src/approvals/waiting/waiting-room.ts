import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { Database } from '../../platform/database/database.js';
import { Notifications } from '../../platform/database/notifications.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { watch } from '../../platform/telemetry/meters.js';
import { DECIDED } from '../approval.js';

/** Two look-ups per process and half second serve all waiting requests. */
const LOOK_EVERY_MS = 500;

/** A request that waits, with what was known of its caller when it began to wait. */
export interface Waiter {
  readonly approvalId: string;
  readonly organizationId: string;
  readonly epoch: number;
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal;
}

/**
 * `decided`: the approval may have been decided, and the caller reads it. `changed`: something of the organization has
 * changed, perhaps what the caller may do. `over`: the time is over, or the service shuts down. `disconnected`: the client is.
 */
export type WakeReason = 'decided' | 'changed' | 'over' | 'disconnected';

interface HeldRequest extends Waiter {
  leave(why: WakeReason): void;
}

/** Where requests wait for a decision without holding a database connection (docs/contract.md, "Approvals"). */
@Injectable()
export class WaitingRoom implements BeforeApplicationShutdown {
  private readonly waiting = new Map<string, Set<HeldRequest>>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    notifications: Notifications,
    private readonly logger: PinoLogger,
  ) {
    notifications.on(DECIDED, (approvalId) => this.decided(approvalId));
    watch('backstop_held_requests', 'Requests that wait for a decision on an approval.', [], () => [
      [{}, this.allWaiting().length],
    ]);
  }

  /** Never longer than `ms`. */
  wait(waiter: Waiter, ms: number): Promise<WakeReason> {
    if (this.closed) return Promise.resolve('over');
    if (waiter.disconnected.aborted) return Promise.resolve('disconnected');
    return new Promise((resolve) => {
      const leave = (why: WakeReason) => {
        clearTimeout(timeout);
        waiter.disconnected.removeEventListener('abort', onDisconnect);
        this.remove(held);
        resolve(why);
      };
      const held: HeldRequest = { ...waiter, leave };
      const onDisconnect = () => leave('disconnected');
      waiter.disconnected.addEventListener('abort', onDisconnect);
      const timeout = setTimeout(() => leave('over'), ms);
      const others = this.waiting.get(waiter.approvalId) ?? new Set();
      this.waiting.set(waiter.approvalId, others.add(held));
      this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS);
    });
  }

  /** A decision that this process took, or was told of, needs no look-up. */
  decided(approvalId: string): void {
    for (const { leave } of this.waiting.get(approvalId) ?? []) leave('decided');
  }

  get isClosed(): boolean {
    return this.closed;
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    for (const { leave } of this.allWaiting()) leave('over');
    if (this.timer) clearTimeout(this.timer);
  }

  private allWaiting(): HeldRequest[] {
    return [...this.waiting.values()].flatMap((room) => [...room]);
  }

  private remove(held: HeldRequest): void {
    const others = this.waiting.get(held.approvalId);
    others?.delete(held);
    if (others?.size === 0) this.waiting.delete(held.approvalId);
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
    for (const { id } of rows) this.decided(id);
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
