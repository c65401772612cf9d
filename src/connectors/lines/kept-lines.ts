import { createHash } from 'node:crypto';
import type { ConnectorContext } from '../connector.js';
import type { Lines } from './line.js';
import { openLine } from './open-line.js';

/** Another process closes the connections of a replaced or removed credential after so long; milliseconds. */
const IDLE_MS = 3_000;
/** A connection is not used for longer, so that settings of the role take effect. */
const LONGEST_MS = 60_000;
const MOST = 32;
const MOST_OF_ONE = 4;

type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** A line that can be used again. `reset` removes every trace of its last work, and answers false when that failed. */
interface Resettable {
  reset(): Promise<boolean>;
  /** Asks the server where no `begin` would notice that it has ended the connection. */
  isAlive?(): Promise<boolean>;
}

/** A line at work. A credential that is replaced meanwhile makes it the last work of the line. */
interface Use {
  readonly owner: string;
  isLast: boolean;
}

interface Kept {
  readonly line: Methods;
  readonly key: string;
  readonly owner: string;
  readonly bornAt: number;
  /** False when the line could not be reset, and is closed. */
  readonly isReset: Promise<boolean>;
  readonly end: NodeJS.Timeout;
}

const isResettable = (line: object): line is Resettable => 'reset' in line && typeof line.reset === 'function';

/**
 * Connections to databases that were in use a moment ago, for the next work of the same organization with the same
 * credential. Opening one costs a database more than a capture does.
 */
export class KeptLines {
  private idle: Kept[] = [];
  private readonly uses = new Set<Use>();
  private isClosed = false;

  constructor(private readonly idleMs = IDLE_MS) {}

  /** `close` of the line gives it back. @throws as `openLine` */
  async open<K extends keyof Lines>(organizationId: string, connector: K, context: ConnectorContext): Promise<object> {
    const owner = ownerOf(organizationId, connector);
    const key = keyOf(owner, context);
    const kept = await this.take(key);
    const opened = async () => (await openLine(connector, context)) as unknown as Methods;
    let line = kept?.line ?? (await opened());
    if (!isResettable(line)) return line;
    let bornAt = kept?.bornAt ?? performance.now();
    let isFresh = kept === null;
    const use: Use = { owner, isLast: false };
    this.uses.add(use);
    const begin = async (mode: unknown) => {
      try {
        return await line.begin?.(mode);
      } catch (error) {
        if (isFresh) throw error;
        // The server may have ended it meanwhile: nothing was asked of it yet.
        await line.close?.();
        [line, bornAt, isFresh] = [await opened(), performance.now(), true];
        return line.begin?.(mode);
      }
    };
    let isOver = false;
    const same = Object.keys(line).map((name) => {
      const call = async (...values: unknown[]) => {
        // It may be at work for another one by now.
        if (isOver) throw new Error('the line is closed');
        return name === 'begin' ? begin(values[0]) : line[name]?.(...values);
      };
      return [name, call] as const;
    });
    const close = async () => {
      if (isOver) return;
      isOver = true;
      this.uses.delete(use);
      if (use.isLast) await line.close?.();
      else await this.giveBack({ key, owner, line, bornAt });
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
      if ((await found.isReset) && (await isAlive(found.line))) return found;
    }
  }

  /** The next work waits for the reset, and this one does not. */
  private async giveBack({ line, ...given }: Pick<Kept, 'key' | 'owner' | 'line' | 'bornAt'>): Promise<void> {
    const isYoung = performance.now() - given.bornAt < LONGEST_MS;
    const others = this.idle.filter((one) => one.key === given.key);
    if (!isYoung || this.isClosed || others.length >= MOST_OF_ONE) return void (await line.close?.());
    const [oldest] = this.idle;
    if (this.idle.length >= MOST && oldest) this.end(oldest);
    const end = setTimeout(() => this.end(kept), this.idleMs).unref();
    const kept: Kept = { ...given, line, end, isReset: (line as unknown as Resettable).reset() };
    this.idle.push(kept);
    if (await kept.isReset) return;
    // Work that has taken it meanwhile opens another.
    this.end(kept);
  }

  private end(kept: Kept): void {
    this.remove(kept);
    void kept.line.close?.();
  }

  private remove(kept: Kept): void {
    clearTimeout(kept.end);
    this.idle = this.idle.filter((one) => one !== kept);
  }
}

async function isAlive(line: Methods): Promise<boolean> {
  const { isAlive: asked } = line as unknown as Resettable;
  if (!asked || (await asked())) return true;
  await line.close?.();
  return false;
}

const ownerOf = (organizationId: string, connector: string) => `${organizationId} ${connector}`;

/** A digest of everything that a connection depends on; no secret can be read out of it. */
function keyOf(owner: string, { credentials, allowedPrivateHosts, timeoutMs }: ConnectorContext): string {
  const all = [owner, Object.entries(credentials).sort(), allowedPrivateHosts, timeoutMs];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
