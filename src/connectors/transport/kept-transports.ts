import { createHash } from 'node:crypto';
import type { ConnectorContext, Reachable } from '../connector.js';

/** The milliseconds after which another process closes the connections of a replaced or removed credential. */
const IDLE_MS = 3_000;
/** A connection is not used for longer, so that settings of the role take effect. */
const LONGEST_MS = 60_000;
const MOST = 32;
/** An organization may have as many at work at once; with fewer, new connections and logins come at its busiest moments. */
const MOST_OF_ONE = 8;

type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** A transport that can be used again. `reset` removes every trace of its last work, and answers false when that failed. */
interface Resettable {
  reset(): Promise<boolean>;
  /** Asks the server where no `begin` would notice that it has ended the connection. */
  isAlive?(): Promise<boolean>;
}

/** A transport at work. A credential that is replaced meanwhile makes it the last work of the transport. */
interface Use {
  readonly owner: string;
  isLast: boolean;
}

interface Kept {
  readonly transport: Methods;
  readonly key: string;
  readonly owner: string;
  readonly openedAt: number;
  /** False when the transport could not be reset, and is closed. */
  readonly isReset: Promise<boolean>;
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
  private readonly uses = new Set<Use>();
  private isClosed = false;

  constructor(private readonly idleMs = IDLE_MS) {}

  /** `close` of the transport gives it back. @throws as `openTransport` */
  async open(organizationId: string, connector: string, context: Reachable): Promise<object> {
    const owner = ownerOf(organizationId, connector);
    const key = keyOf(owner, context);
    const kept = await this.take(key);
    const opened = async () => (await context.openTransport()) as Methods;
    let transport = kept?.transport ?? (await opened());
    if (!isResettable(transport)) return transport;
    let openedAt = kept?.openedAt ?? performance.now();
    let isFresh = kept === null;
    const use: Use = { owner, isLast: false };
    this.uses.add(use);
    const begin = async (mode: unknown) => {
      try {
        return await transport.begin?.(mode);
      } catch (error) {
        if (isFresh) throw error;
        // The server may have ended it meanwhile: nothing was asked of it yet.
        await transport.close?.();
        [transport, openedAt, isFresh] = [await opened(), performance.now(), true];
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
      this.uses.delete(use);
      if (use.isLast) await transport.close?.();
      else await this.putBack({ key, owner, transport, openedAt });
    };
    return { ...Object.fromEntries(same), close };
  }

  /** Closes the connections of a credential that was replaced or removed: those at work when their work ends. */
  forget(organizationId: string, connector: string): void {
    const owner = ownerOf(organizationId, connector);
    for (const use of this.uses) if (use.owner === owner) use.isLast = true;
    for (const kept of this.idle.filter((one) => one.owner === owner)) this.end(kept);
  }

  close(): void {
    this.isClosed = true;
    for (const kept of this.idle) this.end(kept);
  }

  private async take(key: string): Promise<Kept | null> {
    for (;;) {
      const found = this.idle.findLast((one) => one.key === key);
      if (!found) return null;
      this.remove(found);
      if ((await found.isReset) && (await isAlive(found.transport))) return found;
    }
  }

  /** The next work waits for the reset, and this one does not. */
  private async putBack({
    transport,
    ...given
  }: Pick<Kept, 'key' | 'owner' | 'transport' | 'openedAt'>): Promise<void> {
    const isYoung = performance.now() - given.openedAt < LONGEST_MS;
    const others = this.idle.filter((one) => one.key === given.key);
    if (!isYoung || this.isClosed || others.length >= MOST_OF_ONE) return void (await transport.close?.());
    const [oldest] = this.idle;
    if (this.idle.length >= MOST && oldest) this.end(oldest);
    const end = setTimeout(() => this.end(kept), this.idleMs).unref();
    const kept: Kept = { ...given, transport, end, isReset: (transport as unknown as Resettable).reset() };
    this.idle.push(kept);
    if (await kept.isReset) return;
    // Work that has taken it meanwhile opens another.
    this.end(kept);
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

async function isAlive(transport: Methods): Promise<boolean> {
  const { isAlive: asked } = transport as unknown as Resettable;
  if (!asked || (await asked())) return true;
  await transport.close?.();
  return false;
}

const ownerOf = (organizationId: string, connector: string) => `${organizationId} ${connector}`;

/** A digest of everything that a connection depends on; no secret can be read out of it. */
function keyOf(owner: string, { credentials, allowedPrivateHosts, timeoutMs }: ConnectorContext): string {
  const all = [owner, Object.entries(credentials).sort(), allowedPrivateHosts, timeoutMs];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
