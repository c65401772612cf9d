import { objectOf } from '../../method-client/one-parameter.js';
import type { Connection } from './connection-adapter.js';

/**
 * Query options that override the client's settings for values and rows. mysql2 keeps the parser that it makes where the
 * client's own `typeCast` is a function, and uses it for each call whose option is not one.
 */
const PLAIN = {
  ...{ rowsAsArray: true, nestTables: false, namedPlaceholders: false },
  typeCast: (_field: unknown, next: () => unknown) => next(),
};

/**
 * The rows of an answer of the server; null where it does not tell.
 * @throws what ends the connection: the statement of the agent would end in the same way
 */
export async function rowsOf(sql: string, on: Connection): Promise<readonly (readonly unknown[])[] | null> {
  try {
    const [rows] = await on.query({ ...PLAIN, sql });
    return rows as unknown[][];
  } catch (error) {
    const { sqlState, fatal } = objectOf(error);
    if (sqlState === undefined || fatal === true) throw error;
    return null;
  }
}
