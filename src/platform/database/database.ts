import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { DataSource, EntityManager, FindOneOptions } from 'typeorm';
import type { Shares } from './shares.js';

/** How a row that is read is held until the transaction ends. */
export type RowLock = NonNullable<FindOneOptions['lock']>;

const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

/** The way to the rows: always on behalf of organizations, which row-level security then holds us to. */
@Injectable()
export class Database implements OnApplicationShutdown {
  constructor(
    readonly dataSource: DataSource,
    /** Plain connections for the hot statements: one round trip each, prepared by name. */
    readonly statements: pg.Pool,
    /** Of the connections for transactions, what the organizations of one may hold at once. */
    private readonly shares: Shares,
  ) {}

  /**
   * One use case, one transaction, for the organizations it speaks for: mostly one. Repeated when the database chose it
   * as the victim of a deadlock, so `work` must have no effect but through `em`.
   */
  transaction<T>(organizations: string | readonly string[], work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.repeated(organizations, () =>
      this.dataSource.transaction((em) => speakingFor(organizations, em, work)),
    );
  }

  /** For an answer that several statements read: all see the same moment, so that no part contradicts another. */
  snapshot<T>(organizations: string | readonly string[], read: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.repeated(organizations, () =>
      this.dataSource.transaction('REPEATABLE READ', (em) => speakingFor(organizations, em, read)),
    );
  }

  private async repeated<T>(organizations: string | readonly string[], work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.shares.in(String(organizations), work);
      } catch (error) {
        if (attempt === ATTEMPTS || !RETRIED.has(sqlState(error))) throw error;
      }
    }
  }

  /** One of the look-ups that need no organization; they answer with identifiers only. */
  async lookup<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.statements.query<Row>(text, values)).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.dataSource.destroy(), this.statements.end()]);
  }
}

async function speakingFor<T>(
  organizations: string | readonly string[],
  em: EntityManager,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  await em.query("SELECT set_config('app.organizations', $1, true)", [`{${organizations}}`]);
  return work(em);
}

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
