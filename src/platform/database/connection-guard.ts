import pg from 'pg';
import { cancelQuery } from './cancel-query.js';
import type { ConnectionSettings } from './connection.js';

/** The most between two looks at the connections. */
const LOOK_EVERY_MS = 1_000;
/** After so many looks the guard asks PostgreSQL, on another connection, whether it still works on the query. */
const ASK_AFTER_LOOKS = 3;
const ASK_WITHIN_MS = 2_000;
/** A statement that has waited so long for its answer is a warning in the log. */
const WAITS_LONG_MS = 2_000;
/** The characters of a statement that the warning shows; its text holds no values. */
const SHOWN = 120;

/**
 * Every connection of a pool has keepalive, so that the kernel finds a dead host while the connection is idle, and a
 * limited age. A new connection parses and plans every statement again, so a connection that is idle for a moment stays
 * open.
 */
export const KEPT_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idleTimeoutMillis: 300_000,
  maxLifetimeSeconds: 1_800,
} as const;

interface Watched {
  bytesRead: number;
  /**
   * The number of consecutive looks that found a query waiting, with nothing read in between. Looks are counted instead
   * of time, because a process that was blocked has not yet read the data that arrived meanwhile.
   */
  silentLooks: number;
  /** The looks after which the query is given up; null for the bound of all queries. */
  mostLooks: number | null;
}

/** Learns what the guard finds. */
interface GuardReport {
  /** Queries were given up. */
  givenUp(queries: number): void;
  /** A statement has waited long for its answer, and still waits. */
  waits(statement: string, seconds: number): void;
}

/** Members of a client of `pg` that the guard reads and that the library's types leave out. */
interface Inside {
  readonly readyForQuery: boolean;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(error: Error): void } };
  getTransactionStatus(): string | null;
  _getActiveQuery(): { readonly name?: string; readonly text?: string } | null;
}

type Guarded = pg.Client & Inside;

/**
 * Ends connections over which nothing comes any more. Where packets vanish, neither side hears of it, and a query would
 * wait for ever with its place in the pool. One timer looks at all connections; a query costs nothing.
 *
 * A query without an answer is ended after `timeoutMs`, or earlier if its caller said so. PostgreSQL is asked to cancel
 * it: a commit that waits for a lost standby would otherwise keep its server process. After a few seconds the guard asks
 * PostgreSQL on a new connection: if the server process of the silent connection is gone, or has no query to work on,
 * then the packets were lost.
 */
export class ConnectionGuard {
  private readonly watched = new Map<Guarded, Watched>();
  private isAsking = false;
  private timer: NodeJS.Timeout | null = null;
  private readonly lookEveryMs: number;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly timeoutMs: number,
    private readonly report: GuardReport,
  ) {
    this.lookEveryMs = Math.min(LOOK_EVERY_MS, timeoutMs / ASK_AFTER_LOOKS);
  }

  /** The class of the clients of a pool, which this guard then watches. */
  clients(): typeof pg.Client {
    const watch = (client: pg.Client) => this.watch(client as Guarded);
    return class extends pg.Client {
      constructor(config?: string | pg.ClientConfig) {
        super(config);
        watch(this);
      }
    };
  }

  private watch(client: Guarded): void {
    client.once('connect', () => {
      this.watched.set(client, { bytesRead: 0, silentLooks: 0, mostLooks: null });
      this.timer ??= setInterval(() => this.look(), this.lookEveryMs).unref();
    });
    client.once('end', () => {
      this.watched.delete(client);
      if (this.watched.size > 0 || !this.timer) return;
      clearInterval(this.timer);
      this.timer = null;
    });
  }

  /** The seconds for which the oldest query has had no answer; 0 while all are answered. */
  get longestWaitSeconds(): number {
    const looks = Math.max(0, ...[...this.watched.values()].map(({ silentLooks }) => silentLooks));
    return (looks * this.lookEveryMs) / 1_000;
  }

  /** Gives the queries of a connection less time, until the answered function is called. */
  bound(client: pg.ClientBase, ms: number): () => void {
    const watched = this.watched.get(client as Guarded);
    if (!watched) return () => undefined;
    watched.mostLooks = Math.min(ms, this.timeoutMs) / this.lookEveryMs;
    return () => {
      watched.mostLooks = null;
    };
  }

  /** Closes a connection whose query takes too long, and stops the query at the server. */
  abandon(client: pg.ClientBase): void {
    const { processID, secretKey } = client as Guarded;
    this.close([client as Guarded]);
    cancelQuery(this.settings, processID, secretKey);
  }

  private look(): void {
    const longLooks = Math.ceil(WAITS_LONG_MS / this.lookEveryMs);
    for (const [client, watched] of this.watched) {
      const { bytesRead } = client.connection.stream;
      const isSilent = !client.readyForQuery && bytesRead === watched.bytesRead;
      watched.silentLooks = isSilent ? watched.silentLooks + 1 : 0;
      watched.bytesRead = bytesRead;
      if (watched.silentLooks === longLooks) this.report.waits(statementOf(client), WAITS_LONG_MS / 1_000);
    }
    const most = this.timeoutMs / this.lookEveryMs;
    const late = this.silent(({ silentLooks, mostLooks }) => silentLooks >= (mostLooks ?? most));
    for (const client of late) cancelQuery(this.settings, client.processID, client.secretKey);
    this.end(late);
    const silent = this.silent(({ silentLooks }) => silentLooks >= ASK_AFTER_LOOKS).filter(
      (client) => !late.includes(client),
    );
    if (silent.length > 0 && !this.isAsking) void this.ask(silent);
  }

  private silent(isSo: (watched: Watched) => boolean): Guarded[] {
    return [...this.watched].filter(([, watched]) => isSo(watched)).map(([client]) => client);
  }

  private async ask(silent: readonly Guarded[]): Promise<void> {
    this.isAsking = true;
    const atWork = await this.atWork(silent).catch(() => null);
    this.isAsking = false;
    if (!atWork) return;
    // A connection that received bytes meanwhile is not silent, even if no look has seen them yet.
    const isSilent = (client: Guarded) => {
      const watched = this.watched.get(client);
      return watched && !client.readyForQuery && watched.bytesRead === client.connection.stream.bytesRead;
    };
    const dead = silent.filter((client) => isSilent(client) && !atWork.has(client.processID ?? 0));
    this.end(dead);
  }

  /** The server processes that have a query, or had one a moment ago; null behind a pooler, which has other numbers. */
  private async atWork(silent: readonly Guarded[]): Promise<ReadonlySet<number> | null> {
    const client = new pg.Client({
      ...this.settings,
      application_name: 'backstop guard',
      connectionTimeoutMillis: ASK_WITHIN_MS,
      query_timeout: ASK_WITHIN_MS,
    }) as Guarded;
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ own: number; pids: number[] }>(
        `SELECT pg_backend_pid() AS own, coalesce(array_agg(pid), '{}') AS pids FROM pg_stat_activity
         WHERE pid = ANY($1) AND (state = 'active' OR state_change > now() - interval '1 second')`,
        [silent.map(({ processID }) => processID)],
      );
      return rows[0] && rows[0].own === client.processID ? new Set(rows[0].pids) : null;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  /**
   * Closes the idle connections too, because their packets took the same route. A connection in a transaction finds out
   * with its next query.
   */
  private end(dead: readonly Guarded[]): void {
    if (dead.length === 0) return;
    this.close(dead);
    this.closeIdle();
    this.report.givenUp(dead.length);
  }

  /** The pool makes new ones when it needs them. */
  closeIdle(): void {
    this.close(
      [...this.watched.keys()].filter((client) => client.readyForQuery && client.getTransactionStatus() === 'I'),
    );
  }

  private close(clients: readonly Guarded[]): void {
    for (const client of clients) client.connection.stream.destroy(new SilentConnectionError());
  }
}

function statementOf(client: Guarded): string {
  const { name, text = '' } = client._getActiveQuery() ?? {};
  return name || text.replace(/\s+/g, ' ').trim().slice(0, SHOWN);
}

/** Looks like any other lost connection: 503, and the pool makes a new one. */
class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL did not answer in time');
  }
}
