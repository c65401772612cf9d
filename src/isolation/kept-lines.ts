import { createHash } from 'node:crypto';
import type { ConnectorContext } from '../connectors/connector.js';
import type { Lines } from '../connectors/lines/line.js';
import { openLine } from '../connectors/lines/open-line.js';
import { within } from '../connectors/rows/table/within.js';

type Methods = Record<string, (...values: unknown[]) => unknown>;

/** A connection that can serve one transaction after the other. */
interface Keepable {
  begin(...mode: unknown[]): Promise<void>;
  /** Makes the session as new. Returns null where the connection cannot be used again. */
  renew(): Promise<void> | null;
  close(): Promise<void>;
}

interface Idle {
  readonly connection: Methods & Keepable;
  /** Digest of the credential and the bounds that the connection was opened with. */
  readonly opened: string;
  readonly end: NodeJS.Timeout;
}

const KEPT_MS = 5_000;
const MOST_OF_A_CREDENTIAL = 2;
const MOST = 50;
/** A server that does not answer a kept connection by then is asked over a new one; milliseconds. */
const FIRST_ANSWER_MS = 1_000;

/**
 * Keeps connections to databases open for some seconds after their work: a new one costs the customer's server more
 * than a capture does. A connection serves one organization and one version of its credential (docs/contract.md,
 * "Isolation").
 */
export class KeptLines {
  private readonly idle = new Map<string, Idle[]>();
  private isClosed = false;

  /** A line for one piece of work; its `close` ends the work. @throws as `openLine` */
  async open(organizationId: string, connector: string, context: ConnectorContext): Promise<Methods> {
    const owner = ownerOf(organizationId, connector);
    const opened = digestOf(context);
    const openNew = async () => (await openLine(connector as keyof Lines, context)) as unknown as Methods;
    const kept = this.take(owner, opened);
    const line = kept ?? (await openNew());
    return isKeepable(line) ? this.lend(owner, opened, line, kept ? openNew : null) : line;
  }

  /** Closes what is kept for a credential that was replaced or removed. */
  forget(organizationId: string, connector: string): void {
    const owner = ownerOf(organizationId, connector);
    for (const one of this.idle.get(owner) ?? []) this.drop(one);
    this.idle.delete(owner);
  }

  close(): void {
    this.isClosed = true;
    for (const one of [...this.idle.values()].flat()) this.drop(one);
    this.idle.clear();
  }

  private lend(
    owner: string,
    opened: string,
    first: Methods & Keepable,
    openNew: (() => Promise<Methods>) | null,
  ): Methods {
    let connection = first;
    let isOver = false;
    /** The server may have closed a kept connection: nothing was sent over it yet, so a new one may begin. */
    const begin = async (...mode: unknown[]) => {
      if (isOver) throw new Error('the work is over');
      if (!openNew) return connection.begin(...mode);
      try {
        await within(FIRST_ANSWER_MS, connection.begin(...mode));
      } catch {
        void connection.close();
        connection = (await openNew()) as Methods & Keepable;
        await connection.begin(...mode);
      }
    };
    const lent = Object.keys(first)
      .filter((name) => name !== 'renew')
      .map((name) => {
        const method = async (...values: unknown[]) => {
          if (isOver) throw new Error('the work is over');
          return connection[name]?.(...values);
        };
        return [name, method] as const;
      });
    const close = async () => {
      if (isOver) return;
      isOver = true;
      const renewed = connection.renew();
      if (!renewed) return connection.close();
      void this.keep(owner, opened, connection, renewed);
    };
    return { ...Object.fromEntries(lent), begin, close };
  }

  private async keep(owner: string, opened: string, connection: Methods & Keepable, renewed: Promise<void>) {
    const isUsable = await renewed.then(
      () => true,
      () => false,
    );
    const others = this.idle.get(owner) ?? [];
    const isFull = others.length >= MOST_OF_A_CREDENTIAL || [...this.idle.values()].flat().length >= MOST;
    if (!isUsable || isFull || this.isClosed || others.some((one) => one.opened !== opened)) {
      return connection.close();
    }
    const end = setTimeout(() => this.remove(owner, kept), KEPT_MS);
    end.unref();
    const kept: Idle = { connection, opened, end };
    this.idle.set(owner, [...others, kept]);
  }

  private take(owner: string, opened: string): (Methods & Keepable) | undefined {
    const kept = this.idle.get(owner) ?? [];
    for (const one of kept.filter((candidate) => candidate.opened !== opened)) this.remove(owner, one);
    const found = this.idle.get(owner)?.at(-1);
    if (!found) return undefined;
    clearTimeout(found.end);
    this.leave(owner, found);
    return found.connection;
  }

  private remove(owner: string, one: Idle): void {
    this.leave(owner, one);
    this.drop(one);
  }

  private leave(owner: string, one: Idle): void {
    const others = (this.idle.get(owner) ?? []).filter((candidate) => candidate !== one);
    if (others.length > 0) this.idle.set(owner, others);
    else this.idle.delete(owner);
  }

  private drop({ connection, end }: Idle): void {
    clearTimeout(end);
    void connection.close();
  }
}

const ownerOf = (organizationId: string, connector: string) => `${organizationId} ${connector}`;

function digestOf({ credentials, allowedPrivateHosts, timeoutMs }: ConnectorContext): string {
  const bounds = JSON.stringify([Object.entries(credentials).sort(), [...allowedPrivateHosts], timeoutMs]);
  return createHash('sha256').update(bounds).digest('base64');
}

const isKeepable = (line: Methods): line is Methods & Keepable => Object.hasOwn(line, 'renew');
