import type { Json, JsonObject } from '../../json.js';
import { objectOf } from '../../method-client/one-parameter.js';
import type { Parameters } from '../../method-client/signature.js';
import type { Connection } from './connection-adapter.js';
import { beforeOf } from './statement/statement-of.js';

/** Sends the agent's statement on this connection. */
export type Send = () => Promise<unknown>;

export interface Ran {
  readonly value: unknown;
  /** The rows that it replaced; null where they could not be read, or are too many. */
  readonly before: readonly JsonObject[] | null;
}

const MOST_ROWS = 1000;
const MOST_BYTES = 50 * 1024;
const IN_TRANSACTION = 1;
const AUTOCOMMIT = 2;
/** After these errors the transaction may be gone, and the statement would run without it. */
const TRANSACTION_GONE = [1205, 1213];

/**
 * Reads the rows that an update or a delete is about to change, locks them as the statement itself does, and sends it,
 * in a transaction of its own unless there is one. The statement's answer and error are passed on unchanged.
 */
export async function inTransaction(connection: Connection, payload: Parameters, send: Send): Promise<Ran> {
  if (await isOpen(connection)) return withReplaced(connection, payload, send);
  await connection.query('START TRANSACTION');
  let ran: Ran;
  try {
    ran = await withReplaced(connection, payload, send);
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await connection.query('COMMIT');
  return { ...ran, value: withoutTransaction(ran.value) };
}

/**
 * The same within the agent's transaction. Outside of one nothing is read: another one would change what ROW_COUNT() and
 * SHOW WARNINGS say to the agent.
 */
export async function withinTransaction(connection: Connection, payload: Parameters, send: Send): Promise<Ran> {
  const isThere = await isOpen(connection);
  return isThere ? withReplaced(connection, payload, send) : { before: null, value: await send() };
}

async function withReplaced(connection: Connection, payload: Parameters, send: Send): Promise<Ran> {
  const before = await replacedRows(connection, payload);
  return { before, value: await send() };
}

/** Every answer says whether its connection is in a transaction. */
async function isOpen(connection: Connection): Promise<boolean> {
  const [header] = await connection.query('DO 0');
  const status = Number(objectOf(header).serverStatus ?? 0);
  return (status & IN_TRANSACTION) !== 0 || (status & AUTOCOMMIT) === 0;
}

async function replacedRows(connection: Connection, payload: Parameters): Promise<readonly JsonObject[] | null> {
  const { sql, values } = beforeOf(payload, MOST_ROWS + 1);
  const typeCast = (field: { buffer(): Buffer | null }) => field.buffer();
  try {
    const [rows, fields] = await connection.query({ sql, values, typeCast, rowsAsArray: true });
    const all = (rows as (Buffer | null)[][]).map((row) => rowOf(fields as Field[], row));
    const isFit = all.length <= MOST_ROWS && Buffer.byteLength(JSON.stringify(all)) <= MOST_BYTES;
    return isFit ? all : null;
  } catch (error) {
    if (TRANSACTION_GONE.includes(Number(objectOf(error).errno)) || objectOf(error).fatal === true) throw error;
    return null;
  }
}

interface Field {
  readonly name: string;
  readonly columnType: number;
  readonly encoding: string;
}

/** FLOAT, TIMESTAMP, BIT and GEOMETRY: their text is rounded, in the time zone of the session, or none. */
const NOT_AS_STORED = [4, 7, 16, 255];
/** Kinds of text and of bytes. */
const STRINGS = [249, 250, 251, 252, 253, 254];

function rowOf(fields: readonly Field[], cells: readonly (Buffer | null)[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ name, columnType, encoding }, i): [string, Json][] => {
      const bytes = cells[i] ?? null;
      const isString = STRINGS.includes(columnType);
      if (NOT_AS_STORED.includes(columnType) || (isString && !/^(utf-?8|binary)/i.test(encoding))) return [];
      if (bytes === null) return [[name, null]];
      return [[name, isString && encoding === 'binary' ? { $base64: bytes.toString('base64') } : bytes.toString()]];
    }),
  );
}

/** Returns the part of the answer that is reported. */
export function reportOf({ value, before }: Ran): unknown {
  if (before === null) return value;
  const [header, ...rest] = [value].flat();
  return [{ ...objectOf(header), before }, ...rest];
}

/** Returns the header of the answer as it is for a statement that is committed by itself. */
function withoutTransaction(value: unknown): unknown {
  for (const header of [value].flat(2)) {
    const { serverStatus } = objectOf(header);
    if (typeof serverStatus === 'number')
      Object.assign(header as object, { serverStatus: serverStatus & ~IN_TRANSACTION });
  }
  return value;
}
