import { RowCountChangedError } from '../errors.js';
import type { Queryable, QueryConfig, RawClient, RawPool, Result, TypeParsers } from './objects.js';

/** How a statement ended. `happened: null` when the connection was lost and nobody can say. */
export type Ran =
  | {
      readonly happened: true;
      readonly result: Result;
      readonly types: TypeParsers;
      /** The rows it replaced; null where they could not be read. */
      readonly before?: Result | null;
    }
  | { readonly happened: false | null; readonly error: unknown };

export interface Statement {
  readonly config: QueryConfig;
  /** Reads the rows that it is about to change, and locks them as it does itself. */
  readonly before?: QueryConfig;
  /** Rows it must touch, or null. */
  readonly rowCount: number | null;
  readonly actionId: string;
}

/** Where a governed statement runs: by itself, or within the agent's transaction. */
export interface Venue {
  readonly inTransaction: boolean;
  count(config: QueryConfig): Promise<number>;
  run(statement: Statement): Promise<Ran>;
}

export function poolVenue(pool: RawPool): Venue {
  return {
    inTransaction: false,
    count: (config) => count(pool, config),
    run: async (statement) => {
      let client: RawClient;
      try {
        client = await pool.connect();
      } catch (error) {
        return { happened: false, error };
      }
      let lost: Error | undefined;
      const onError = (error: unknown) => {
        lost = error instanceof Error ? error : new Error(String(error));
      };
      client.on('error', onError);
      const ran = await clientVenue(client).run(statement);
      client.removeListener('error', onError);
      client.release?.(lost ?? ran.happened === null);
      return ran;
    },
  };
}

/** Outside a transaction; a statement that must touch a number of rows gets one of its own. */
export function clientVenue(client: Pick<RawClient, 'query' | 'getTypeParser'>): Venue {
  return {
    inTransaction: false,
    count: (config) => count(client, config),
    run: async (statement) => {
      if (statement.rowCount === null) return attempt(client, statement.config);
      const begun = await attempt(client, 'BEGIN');
      if (!begun.happened) return { ...begun, happened: false };
      const before = await readBefore(client, statement, ['ROLLBACK', 'BEGIN']);
      const ran = await attempt(client, statement.config);
      const changed = rowCountChange(ran, statement);
      if (!ran.happened || changed) {
        // A connection that is lost before COMMIT was sent takes its transaction with it.
        await attempt(client, 'ROLLBACK');
        return { happened: false, error: ran.happened ? changed : ran.error };
      }
      const committed = await attempt(client, 'COMMIT');
      return committed.happened ? { ...ran, before } : committed;
    },
  };
}

/** Inside the agent's transaction, which decides in the end. */
export function transactionVenue(client: Pick<RawClient, 'query' | 'getTypeParser'>): Venue {
  return {
    inTransaction: true,
    count: (config) => count(client, config),
    run: async (statement) => {
      if (statement.rowCount === null) return attempt(client, statement.config);
      const marked = await attempt(client, 'SAVEPOINT backstop');
      if (!marked.happened) return { ...marked, happened: false };
      const before = await readBefore(client, statement, ['ROLLBACK TO SAVEPOINT backstop']);
      const ran = await attempt(client, statement.config);
      if (!ran.happened) return ran;
      const changed = rowCountChange(ran, statement);
      if (changed) await attempt(client, 'ROLLBACK TO SAVEPOINT backstop');
      await attempt(client, 'RELEASE SAVEPOINT backstop');
      return changed ? { happened: false, error: changed } : { ...ran, before };
    },
  };
}

/** True when the server itself said that the statement had no effect. */
export function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return severity === 'ERROR' && code !== '40003';
}

async function attempt(client: Pick<RawClient, 'query' | 'getTypeParser'>, config: QueryConfig | string): Promise<Ran> {
  try {
    return { happened: true, result: await client.query(config), types: client };
  } catch (error) {
    return { happened: isRefusal(error) ? false : null, error };
  }
}

/**
 * Null where the role may not lock rows, or sees other rows than the statement: the statement runs all the same.
 * @param again what makes the transaction usable after a refusal
 */
async function readBefore(
  client: Pick<RawClient, 'query' | 'getTypeParser'>,
  { before, rowCount }: Statement,
  again: readonly string[],
): Promise<Result | null> {
  if (before === undefined) return null;
  const read = await attempt(client, before);
  if (read.happened) return read.result.rowCount === rowCount ? read.result : null;
  for (const sql of again) await attempt(client, sql);
  return null;
}

function rowCountChange(ran: Ran, { rowCount, actionId }: Statement): RowCountChangedError | null {
  if (!ran.happened || rowCount === null || ran.result.rowCount === rowCount) return null;
  return new RowCountChangedError(rowCount, ran.result.rowCount ?? 0, actionId);
}

async function count(client: Queryable, config: QueryConfig): Promise<number> {
  const { rows } = await client.query(config);
  return Number(String((rows[0] as unknown[])[0]));
}
