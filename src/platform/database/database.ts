import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { DataSource, EntityManager, FindOneOptions } from 'typeorm';
import type { Shares } from '../concurrency/shares.js';
import type { PreparedStatements } from './prepared-statements.js';

/** The lock that a read takes on its rows until the transaction ends. */
export type RowLock = NonNullable<FindOneOptions['lock']>;

/** This server became a standby: the primary now has another address, or is reachable by a new connection to this one. */
const READ_ONLY = '25006';
/** A migration changed what a prepared statement returns: its text is prepared anew. */
const OTHER_RESULT = '0A000';
const RETRIED = new Set(['40001', '40P01', OTHER_RESULT]);
const ATTEMPTS = 4;

/** The bound on a statement of the ledger, its commit included. Then the caller is answered 503 and repeats the call. */
const LEDGER_WITHIN_MS = 10_000;

/** Bounds and ends what waits on the connections of a pool (`ConnectionGuard`). */
interface Guard {
  bound(client: pg.ClientBase, ms: number): () => void;
  abandon(client: pg.ClientBase): void;
  closeIdle(): void;
}

const UNGUARDED: Guard = { bound: () => () => undefined, abandon: () => undefined, closeIdle: () => undefined };

/** The way to the rows: always on behalf of organizations, which row-level security then holds us to. */
@Injectable()
export class Database implements OnApplicationShutdown {
  constructor(
    readonly dataSource: DataSource,
    /** Plain connections for the hot statements: one round trip each. */
    readonly statements: pg.Pool,
    /** The shares of the connections for transactions. */
    private readonly shares: Shares,
    /** The statements that PostgreSQL prepares; null behind a pooler that would mix up whose they are. */
    private readonly prepared: PreparedStatements | null = null,
    private readonly guard: Guard = UNGUARDED,
  ) {}

  /**
   * Runs one use case in one transaction for its organizations, mostly one. Repeats it when the database chose it as
   * the victim of a deadlock, so `work` must have no effect but through `em`.
   */
  transaction<T>(organizations: string | readonly string[], work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.repeated('READ COMMITTED', organizations, work);
  }

  /** Runs an answer's statements on one snapshot, so that no part of the answer contradicts another. */
  snapshot<T>(organizations: string | readonly string[], read: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.repeated('REPEATABLE READ', organizations, read);
  }

  private async repeated<T>(
    isolation: Isolation,
    organizations: string | readonly string[],
    work: (em: EntityManager) => Promise<T>,
    bound: Bound = UNBOUND,
  ): Promise<T> {
    const begin = beginning(isolation, [organizations].flat());
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.shares.in(String(organizations), () => inTransaction(this.dataSource, begin, work, bound));
      } catch (error) {
        this.learn(error);
        if (attempt === ATTEMPTS || !RETRIED.has(sqlState(error))) throw error;
      }
    }
  }

  /**
   * Runs one statement of the ledger for its organizations. It waits for locks for a while.
   * @throws 503 when it has no answer in time
   */
  record<Row>(organizations: readonly string[], { text, values }: NamedStatement): Promise<Row[]> {
    const bound: Bound = (client) => this.guard.bound(client, LEDGER_WITHIN_MS);
    return this.repeated('READ COMMITTED', organizations, (em) => em.query(text, values), bound);
  }

  /** Runs a look-up that needs no organization; such look-ups answer with identifiers only. */
  async lookup<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return this.sent<Row>(() => this.statements.query<Row>(text, values));
  }

  /**
   * Runs a hot statement: PostgreSQL parses it once on each connection, unless prepared statements are off.
   * @throws 503 when it has no answer in time
   */
  async hot<Row extends pg.QueryResultRow>({ name, text, values }: NamedStatement): Promise<Row[]> {
    return this.sent<Row>(() =>
      this.onConnection(async (client) => {
        const unbound = this.guard.bound(client, LEDGER_WITHIN_MS);
        return client.query<Row>({ ...this.prepared?.named(name), text, values }).finally(unbound);
      }),
    );
  }

  /**
   * Runs statements without values as one transaction and one round trip, and answers the rows of each.
   * @throws when `withinMs` is over, the wait for a connection included
   */
  async script<Row extends pg.QueryResultRow>(text: string, withinMs: number): Promise<Row[][]> {
    const deadline = AbortSignal.timeout(withinMs);
    const running = this.onConnection(async (client) => {
      deadline.throwIfAborted();
      const abandon = () => this.guard.abandon(client);
      deadline.addEventListener('abort', abandon);
      const results = await client.query(text).finally(() => deadline.removeEventListener('abort', abandon));
      return results as unknown as readonly pg.QueryResult<Row>[];
    });
    const late = new Promise<never>((_, reject) => {
      deadline.addEventListener('abort', () => reject(deadline.reason));
    });
    const results = await Promise.race([running, late]).catch((error: unknown) => {
      this.learn(error);
      throw error;
    });
    return results.map(({ rows }) => rows);
  }

  /** Does what `Pool.query` does, with the connection at hand. */
  private async onConnection<T>(send: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.statements.connect();
    // A connection that is lost fails its query, too.
    client.on('error', ignore);
    let lost: unknown;
    try {
      return await send(client);
    } catch (error) {
      lost = error;
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(lost as Error | undefined);
    }
  }

  private async sent<Row extends pg.QueryResultRow>(send: () => Promise<pg.QueryResult<Row>>): Promise<Row[]> {
    try {
      return (await send()).rows;
    } catch (error) {
      this.learn(error);
      if (sqlState(error) !== OTHER_RESULT) throw error;
      return (await send()).rows;
    }
  }

  /** The other connections lead to the same server, whose tables a migration has changed for all of them. */
  private learn(error: unknown): void {
    if (sqlState(error) === READ_ONLY) this.guard.closeIdle();
    if (sqlState(error) === OTHER_RESULT) this.prepared?.renew();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.dataSource.destroy(), this.statements.end()]);
  }
}

/** TypeORM's `QueryRunner.release` calls this; with an error the pool closes the connection instead of keeping it. */
interface Releasing {
  releasePostgresConnection(error: unknown): Promise<void>;
}

interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const ignore = (): void => undefined;

/** Bounds the statements on a connection until the answered function is called. */
type Bound = (client: pg.ClientBase) => () => void;
const UNBOUND: Bound = () => ignore;

type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Builds two statements for one round trip. They take no values, so an id that is no UUID is refused. */
function beginning(isolation: Isolation, organizations: readonly string[]): string {
  if (!organizations.every((id) => UUID.test(id))) throw new TypeError('An organization is named by its UUID.');
  return `START TRANSACTION ISOLATION LEVEL ${isolation}; SET LOCAL app.organizations = '{${organizations}}'`;
}

/** Does the same as `DataSource.transaction`, which takes up to three round trips to begin. */
async function inTransaction<T>(
  dataSource: DataSource,
  begin: string,
  work: (em: EntityManager) => Promise<T>,
  bound: Bound,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  let unusable: unknown;
  let unbound = ignore;
  try {
    unbound = bound(await runner.connect());
    await runner.query(begin);
    // An entity's manager reads this flag before it would begin a transaction by itself.
    Object.assign(runner, { isTransactionActive: true });
    const result = await work(runner.manager);
    await runner.query('COMMIT');
    return result;
  } catch (error) {
    // The connection may be what failed.
    await runner.query('ROLLBACK').catch(() => undefined);
    if (sqlState(error) === READ_ONLY) unusable = error;
    throw error;
  } finally {
    unbound();
    Object.assign(runner, { isTransactionActive: false });
    await (runner as unknown as Releasing).releasePostgresConnection(unusable);
  }
}

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
