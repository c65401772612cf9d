import { createHash } from 'node:crypto';
import type { ConnectorContext, Reachable } from '../connector.js';

/** Another process closes the connections of a replaced or removed credential after so long; milliseconds. */
const IDLE_MS = 3_000;
/** A connection is not used for longer, so that settings of the role take effect. */
const LONGEST_MS = 60_000;
const MOST = 32;
const MOST_OF_ONE = 4;

type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** A transport that can be used again: `reset` removes every trace of its last work; false when that failed. */
interface Resettable {
  reset(): Promise<boolean>;
}

interface Kept {
  readonly transport: Methods;
  readonly key: string;
  readonly owner: string;
  readonly bornAt: number;
  readonly end: NodeJS.Timeout;
}

const isResettable = (transport: object): transport is Resettable =>
  'reset' in transport && typeof transport.reset === 'function';

/**
 * Connections to databases that were in use a moment ago, for the next work of the same organization with the same
 * credential. Opening one costs a database more than a capture does.
 */
export class KeptTransports {
  private idle: Kept[] = [];
  private isClosed = false;

  constructor(private readonly idleMs = IDLE_MS) {}

  /** `close` of the transport gives it back. @throws as `openTransport` */
  async open(organizationId: string, connector: string, context: Reachable): Promise<object> {
    const owner = ownerOf(organizationId, connector);
    const key = keyOf(owner, context);
    const kept = this.take(key);
    const opened = async () => (await context.openTransport()) as Methods;
    let transport = kept?.transport ?? (await opened());
    if (!isResettable(transport)) return transport;
    let bornAt = kept?.bornAt ?? performance.now();
    let isFresh = kept === null;
    const begin = async (mode: unknown) => {
      try {
        return await transport.begin?.(mode);
      } catch (error) {
        if (isFresh) throw error;
        // The server may have ended it meanwhile: nothing was asked of it yet.
        await transport.close?.();
        [transport, bornAt, isFresh] = [await opened(), performance.now(), true];
        return transport.begin?.(mode);
      }
    };
    let isOver = false;
    const same = Object.keys(transport).map((name) => {
      const call = async (...values: unknown[]) => {
        // It may be at work for another one by now.
        if (isOver) throw new Error('the transport is closed');
        return name === 'begin' ? begin(values[0]) : transport[name]?.(...values);
      };
      return [name, call] as const;
    });
    const close = async () => {
      if (isOver) return;
      isOver = true;
      await this.giveBack({ key, owner }, transport, bornAt);
    };
    return { ...Object.fromEntries(same), close };
  }

  /** Closes the idle connections of a credential that was replaced or removed. */
  forget(organizationId: string, connector: string): void {
    const owner = ownerOf(organizationId, connector);
    for (const kept of this.idle.filter((one) => one.owner === owner)) this.end(kept);
  }

  close(): void {
    this.isClosed = true;
    for (const kept of this.idle) this.end(kept);
  }

  private take(key: string): Kept | null {
    const found = this.idle.findLast((one) => one.key === key) ?? null;
    if (found) this.remove(found);
    return found;
  }

  private async giveBack(
    { key, owner }: Pick<Kept, 'key' | 'owner'>,
    transport: Methods,
    bornAt: number,
  ): Promise<void> {
    const isYoung = performance.now() - bornAt < LONGEST_MS;
    const isReset = isYoung && !this.isClosed && (await (transport as unknown as Resettable).reset());
    const others = this.idle.filter((one) => one.key === key);
    if (!isReset || this.isClosed || others.length >= MOST_OF_ONE) return void (await transport.close?.());
    const [oldest] = this.idle;
    if (this.idle.length >= MOST && oldest) this.end(oldest);
    const kept: Kept = { transport, key, owner, bornAt, end: setTimeout(() => this.end(kept), this.idleMs).unref() };
    this.idle.push(kept);
  }

  private end(kept: Kept): void {
    this.remove(kept);
    void kept.transport.close?.();
  }

  private remove(kept: Kept): void {
    clearTimeout(kept.end);
    this.idle = this.idle.filter((one) => one !== kept);
  }
}

const ownerOf = (organizationId: string, connector: string) => `${organizationId} ${connector}`;

/** A digest of everything that a connection depends on; no secret can be read out of it. */
function keyOf(owner: string, { credentials, allowedPrivateHosts, timeoutMs }: ConnectorContext): string {
  const all = [owner, Object.entries(credentials).sort(), allowedPrivateHosts, timeoutMs];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
