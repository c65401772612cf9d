import { RowCountChangedError } from '../../../errors.js';
import type { Queryable, QueryConfig, RawClient, RawPool, Result, TypeParsers } from './objects.js';

/** The end of a statement. `happened: null` means that the connection was lost and the outcome is not known. */
export type Ran =
  | {
      readonly happened: true;
      readonly result: Result;
      readonly types: TypeParsers;
    }
  | { readonly happened: false | null; readonly error: unknown };

export interface Statement {
  readonly args: unknown[];
  /** Rows that a person approved: it must touch these, no more and no fewer; null where there is nothing to compare. */
  readonly rowCount: number | null;
  readonly actionId: string;
}

/** The place in which a governed statement runs: a transaction of its own, or the agent's transaction. */
export interface StatementRunner {
  readonly inTransaction: boolean;
  /**
   * Counts rows; null if the server refuses to.
   * @param mayFail true if the count may fail where the statement itself would not
   */
  count(config: QueryConfig, mayFail: boolean): Promise<number | null>;
  run(statement: Statement): Promise<Ran>;
}

interface CheckedOutClient {
  readonly client: RawClient;
  /** Gives the client back, once. A connection that was lost meanwhile is closed. */
  release(destroy?: boolean): void;
}

/** Takes a client of the pool, and hears of its errors as the pool does. */
export async function checkedOut(pool: RawPool): Promise<CheckedOutClient> {
  const client = await pool.connect();
  let lost: Error | undefined;
  let isReleased = false;
  const onError = (error: unknown) => {
    lost = error instanceof Error ? error : new Error(String(error));
  };
  client.on('error', onError);
  return {
    client,
    release: (destroy = false) => {
      if (isReleased) return;
      isReleased = true;
      client.removeListener('error', onError);
      client.release?.(lost ?? destroy);
    },
  };
}

/** @param mayRun throws where a connection reads the statement in another way than it was looked at */
export function poolRunner(pool: RawPool, mayRun: (client: RawClient) => Promise<void>): StatementRunner {
  return {
    inTransaction: false,
    count: (config) => count(pool, config).catch(() => null),
    run: async (statement) => {
      let out: CheckedOutClient;
      try {
        out = await checkedOut(pool);
      } catch (error) {
        return { happened: false, error };
      }
      const { client, release } = out;
      const ran = await mayRun(client).then(
        () => clientRunner(client).run(statement),
        (error): Ran => ({ happened: false, error }),
      );
      // Like the pool itself, this does not use a connection again on which a statement failed.
      release(!ran.happened);
      return ran;
    },
  };
}

/** Outside a transaction; a statement that must touch a number of rows gets one of its own. */
export function clientRunner(client: Connection): StatementRunner {
  return {
    inTransaction: false,
    count: (config) => count(client, config).catch(() => null),
    run: async (statement) => {
      if (statement.rowCount === null) return attempt(client, statement.args);
      const begun = await attempt(client, ['BEGIN']);
      if (!begun.happened) return { ...begun, happened: false };
      const ran = await attempt(client, statement.args);
      const changed = rowCountChange(ran, statement);
      if (!ran.happened || changed) {
        // A connection that is lost before COMMIT was sent takes its transaction with it.
        await attempt(client, ['ROLLBACK']);
        return { happened: false, error: ran.happened ? changed : ran.error };
      }
      const committed = await attempt(client, ['COMMIT']);
      return committed.happened ? ran : committed;
    },
  };
}

/** Inside the agent's transaction, which decides in the end. */
export function transactionRunner(client: Connection): StatementRunner {
  return {
    inTransaction: true,
    count: (config, mayFail) => (mayFail ? countWithin(client, config) : count(client, config)),
    run: async (statement) => {
      if (statement.rowCount === null) return attempt(client, statement.args);
      const marked = await attempt(client, ['SAVEPOINT backstop']);
      if (!marked.happened) return { ...marked, happened: false };
      const ran = await attempt(client, statement.args);
      if (!ran.happened) return ran;
      const changed = rowCountChange(ran, statement);
      if (changed) await attempt(client, ['ROLLBACK TO SAVEPOINT backstop']);
      await attempt(client, ['RELEASE SAVEPOINT backstop']);
      return changed ? { happened: false, error: changed } : ran;
    },
  };
}

type Connection = Pick<RawClient, 'query' | 'getTypeParser'>;

/** True if the server itself said that the statement had no effect. */
export function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return severity === 'ERROR' && code !== '40003';
}

async function attempt(client: Connection, args: unknown[]): Promise<Ran> {
  try {
    return { happened: true, result: await client.query(...args), types: client };
  } catch (error) {
    return { happened: isRefusal(error) ? false : null, error };
  }
}

function rowCountChange(ran: Ran, { rowCount, actionId }: Statement): RowCountChangedError | null {
  if (!ran.happened || rowCount === null || ran.result.rowCount === rowCount) return null;
  return new RowCountChangedError(rowCount, ran.result.rowCount ?? 0, actionId);
}

/** An error of the count does not end the agent's transaction. */
async function countWithin(client: Connection, config: QueryConfig): Promise<number | null> {
  await client.query('SAVEPOINT backstop');
  const counted = await count(client, config).catch(() => null);
  await client.query(`${counted === null ? 'ROLLBACK TO SAVEPOINT backstop; ' : ''}RELEASE SAVEPOINT backstop`);
  return counted;
}

async function count(client: Queryable, config: QueryConfig): Promise<number> {
  const { rows } = await client.query(config);
  return Number(String((rows[0] as unknown[])[0]));
}
