import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { DataSource, EntityManager, FindOneOptions } from 'typeorm';
import type { Shares } from '../concurrency/shares.js';
import type { PreparedStatements } from './prepared-statements.js';

/** The lock that a read takes on its rows until the transaction ends. */
export type RowLock = NonNullable<FindOneOptions['lock']>;

/** This server became a standby: the primary is at another address by now, or behind a new connection to this one. */
const READ_ONLY = '25006';
/** A migration changed what a prepared statement returns: its text is prepared anew. */
const OTHER_RESULT = '0A000';
const RETRIED = new Set(['40001', '40P01', OTHER_RESULT]);
const ATTEMPTS = 4;

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
    /** Closes the connections that are idle. */
    private readonly closeIdle: () => void = () => undefined,
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
  ): Promise<T> {
    const begin = beginning(isolation, [organizations].flat());
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.shares.in(String(organizations), () => inTransaction(this.dataSource, begin, work));
      } catch (error) {
        this.learn(error);
        if (attempt === ATTEMPTS || !RETRIED.has(sqlState(error))) throw error;
      }
    }
  }

  /** Runs a look-up that needs no organization; such look-ups answer with identifiers only. */
  async lookup<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return this.sent<Row>(() => this.statements.query<Row>(text, values));
  }

  /** Runs a hot statement: PostgreSQL parses it once on each connection, unless prepared statements are off. */
  async hot<Row extends pg.QueryResultRow>({ name, text, values }: NamedStatement): Promise<Row[]> {
    return this.sent<Row>(() => this.statements.query<Row>({ ...this.prepared?.named(name), text, values }));
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
    if (sqlState(error) === READ_ONLY) this.closeIdle();
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
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  let unusable: unknown;
  try {
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
    Object.assign(runner, { isTransactionActive: false });
    await (runner as unknown as Releasing).releasePostgresConnection(unusable);
  }
}

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
