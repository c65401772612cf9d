import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { toJson } from '../../bytes.js';
import type { Json, JsonObject } from '../../connector.js';
import { MOST_ROWS } from '../../rows/perform/bounded-rows.js';
import type * as rows from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { within } from '../../rows/table/within.js';

/** `alone`: without a transaction, for statements that end one. */
export type PerformMode = rows.PerformMode | 'alone';

/** The answer of the server: rows, or the header of a statement without rows. */
export interface Answered {
  readonly header: JsonObject | null;
  readonly rows: readonly JsonObject[];
}

/** A connection that also makes the calls of agents, as the user of the credential. */
export interface PerformingConnection extends Omit<rows.Connection, 'begin'> {
  begin(mode: rows.Mode | PerformMode): Promise<void>;
  /** Runs one statement, never several, in the time zone of the server's clients. */
  answer(sql: string, params?: readonly Cell[]): Promise<Answered>;
  /** Removes every trace of the last work. Answers false when that failed, or an agent's statement ran. */
  reset(): Promise<boolean>;
}

/** The statements that begin a transaction in which an agent's statement runs. */
export const BEGINNINGS: Readonly<Record<PerformMode, readonly string[]>> = {
  // The additional row shows that there are more.
  look: [`SET sql_select_limit = ${MOST_ROWS + 1}`, 'START TRANSACTION READ ONLY'],
  perform: ['SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE', 'START TRANSACTION READ WRITE'],
  alone: [],
};

/** Captures read moments in UTC; the statement means what it means to a client that says nothing of its time zone. */
export async function answerOf(
  connection: Connection,
  sql: string,
  params: readonly Cell[],
  timeout: number,
): Promise<Answered> {
  await connection.query({ sql: 'SET time_zone = @@global.time_zone', timeout });
  try {
    const options = { sql };
    // Not every statement can be prepared, and a text without parameters need not be.
    const sent =
      params.length > 0
        ? connection.execute<RowDataPacket[] | ResultSetHeader>(options, [...params])
        : connection.query<RowDataPacket[] | ResultSetHeader>(options);
    const [found] = await within(timeout, sent);
    if (!Array.isArray(found)) return { header: asJson({ ...found }) as JsonObject, rows: [] };
    return { header: null, rows: found.map((row) => asJson({ ...row }) as JsonObject) };
  } finally {
    await connection.query({ sql: "SET time_zone = '+00:00'", timeout }).catch(() => undefined);
  }
}

/** The value in the JSON form of mysql2; bytes that are UTF-8 become text. */
function asJson(value: unknown): Json {
  if (Buffer.isBuffer(value)) return toJson(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.parse(JSON.stringify(value ?? null));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asJson(one)]));
}
