import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { watch } from '../../platform/telemetry/meters.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';

/**
 * The time between two look-ups: one for each group that holds any request, and one for the organizations of the
 * requests.
 */
const LOOK_EVERY_MS = 500;

/** A waiting request, with the known facts of its caller when it began to wait. */
export interface Waiter {
  readonly organizationId: string;
  readonly epoch: number;
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal;
}

/**
 * `woken`: the awaited change may have happened, so the caller reads again. `changed`: the organization has changed,
 * perhaps the caller's rights. `over`: the time is over, or the service shuts down. `disconnected`: the client has
 * disconnected.
 */
export type WakeReason = 'woken' | 'changed' | 'over' | 'disconnected';

interface HeldRequest extends Waiter {
  leave(why: WakeReason): void;
}

/**
 * Looks up, in one query, all keys that the requests of a group wait for, of any organization. Answers the keys for which
 * the wait is over.
 */
export type LookUp = (keys: readonly string[]) => Promise<Iterable<string>>;

/** Requests that wait for the same kind of thing, each for one of many keys. */
export class WaiterGroup {
  private readonly held = new Map<string, Set<HeldRequest>>();

  constructor(
    readonly lookUp: LookUp,
    /** Says whether a request may wait still. */
    private readonly begin: () => boolean,
    private readonly end: { readonly isClosed: boolean },
  ) {}

  /** True when the service shuts down: no request is held any more. */
  get isClosed(): boolean {
    return this.end.isClosed;
  }

  /** Waits for `ms` at most, without a database connection. */
  wait(waiter: Waiter, key: string, ms: number): Promise<WakeReason> {
    if (!this.begin()) return Promise.resolve('over');
    if (waiter.disconnected.aborted) return Promise.resolve('disconnected');
    return new Promise((resolve) => {
      const leave = (why: WakeReason) => {
        clearTimeout(timeout);
        waiter.disconnected.removeEventListener('abort', onDisconnect);
        this.remove(key, request);
        resolve(why);
      };
      const request: HeldRequest = { ...waiter, leave };
      const onDisconnect = () => leave('disconnected');
      waiter.disconnected.addEventListener('abort', onDisconnect);
      const timeout = setTimeout(() => leave('over'), ms);
      this.held.set(key, (this.held.get(key) ?? new Set()).add(request));
    });
  }

  /** Wakes the requests of a key without a look-up, after this process changed it or was notified of the change. */
  wake(key: string): void {
    for (const { leave } of this.held.get(key) ?? []) leave('woken');
  }

  get keys(): string[] {
    return [...this.held.keys()];
  }

  get requests(): HeldRequest[] {
    return [...this.held.values()].flatMap((all) => [...all]);
  }

  private remove(key: string, request: HeldRequest): void {
    const others = this.held.get(key);
    others?.delete(request);
    if (others?.size === 0) this.held.delete(key);
  }
}

/** Holds all waiting requests of this process: each group, and the organizations, cost one look-up for any number of them. */
@Injectable()
export class HeldRequests implements BeforeApplicationShutdown {
  private readonly groups: WaiterGroup[] = [];
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly epochs: OrganizationEpochs,
    private readonly logger: PinoLogger,
  ) {
    watch('backstop_held_requests', 'Requests that wait for a decision or for a list to change.', [], () => [
      [{}, this.all().length],
    ]);
  }

  newGroup(lookUp: LookUp): WaiterGroup {
    const group = new WaiterGroup(lookUp, () => this.begin(), this);
    this.groups.push(group);
    return group;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    for (const { leave } of this.all()) leave('over');
    if (this.timer) clearTimeout(this.timer);
  }

  private all(): HeldRequest[] {
    return this.groups.flatMap(({ requests }) => requests);
  }

  /** True when a request may still wait; starts the look-ups. */
  private begin(): boolean {
    if (!this.closed) this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS);
    return !this.closed;
  }

  private async look(): Promise<void> {
    const looks = await Promise.allSettled([...this.groups.map((group) => this.lookIn(group)), this.lookForChanges()]);
    for (const look of looks)
      if (look.status === 'rejected')
        this.logger.warn({ err: look.reason }, 'could not look for what held requests wait for');
    this.timer = null;
    if (this.all().length > 0) this.begin();
  }

  private async lookIn(group: WaiterGroup): Promise<void> {
    const { keys } = group;
    if (keys.length === 0) return;
    for (const key of await group.lookUp(keys)) group.wake(key);
  }

  /** Wakes each request whose organization has changed since: its credential may no longer be valid. */
  private async lookForChanges(): Promise<void> {
    const organizations = new Set(this.all().map(({ organizationId }) => organizationId));
    if (organizations.size === 0) return;
    const epochs = await this.epochs.currentOfAll([...organizations]);
    // A request that arrived meanwhile has an organization outside this look-up, or a newer epoch.
    for (const { organizationId, epoch, leave } of this.all())
      if (organizations.has(organizationId) && epoch < (epochs.get(organizationId) ?? Number.POSITIVE_INFINITY))
        leave('changed');
  }
}
