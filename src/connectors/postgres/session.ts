import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { resolveEgress } from '../../platform/egress.js';
import { type ConnectorContext, ProviderUnavailableError } from '../connector.js';
import { explain, isDatabaseError } from './errors.js';
import { parseTarget, type Target } from './target.js';

/** A column as the database writes it; every value travels as text. */
export type Cell = string | null;
type Param = Cell | readonly Cell[];

/** One transaction on the operator's database. */
export interface Session {
  rows(text: string, params?: readonly Param[]): Promise<Cell[][]>;
  /** Answers how many rows were written. */
  run(text: string, params?: readonly Param[]): Promise<number>;
}

export type Mode = 'read' | 'write';

/**
 * Text must mean the same at capture and at undo. Row security is off so that a hidden row is an error and never looks
 * like a row that is not there.
 */
function opening(mode: Mode, timeoutMs: number): string {
  const begin =
    mode === 'read'
      ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
      : 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';
  const limit = Math.max(1, Math.trunc(timeoutMs));
  const settings = [
    `statement_timeout = ${limit}`,
    `lock_timeout = ${limit}`,
    `idle_in_transaction_session_timeout = ${limit * 2}`,
    'row_security = off',
    "DateStyle = 'ISO'",
    "IntervalStyle = 'postgres'",
    'extra_float_digits = 1',
    "bytea_output = 'hex'",
    "xmloption = 'content'",
    "lc_monetary = 'C'",
    'standard_conforming_strings = on',
  ];
  return [begin, ...settings.map((setting) => `SET LOCAL ${setting}`)].join(';');
}

/**
 * Runs `work` in one transaction and commits it; whatever it throws rolls everything back.
 * @throws ProviderUnavailableError when the answer to COMMIT is lost
 */
export async function transaction<T>(
  context: ConnectorContext,
  mode: Mode,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const target = parseTarget(context.credentials.connectionString);
  const socket = new Socket();
  const client = await connect(target, socket, context);
  try {
    await client.query(opening(mode, context.timeoutMs));
    const result = await work(sessionOver(client));
    if (mode === 'read') await client.query('ROLLBACK');
    else await commit(client, target);
    return result;
  } finally {
    // Closing without COMMIT rolls back, also when the connection is no longer usable.
    await Promise.race([client.end().catch(() => undefined), delay(500, undefined, { ref: false })]);
    socket.destroy();
  }
}

async function commit(client: pg.Client, target: Target): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    const trouble = explain(error, target);
    if (isDatabaseError(error) && trouble.kind === 'refused') throw error;
    throw new ProviderUnavailableError(`the answer to COMMIT was lost: ${trouble.sentence}`);
  }
}

async function connect(target: Target, socket: Socket, context: ConnectorContext): Promise<pg.Client> {
  const { address, family } = await within(context.timeoutMs, resolveEgress(target.host, context.allowedPrivateHosts));
  const client = new pg.Client({
    host: target.host,
    port: target.port,
    user: target.user,
    database: target.database,
    // As a function, so that an empty one is not looked up in this process's environment or home directory.
    password: () => target.password,
    ssl: target.ssl,
    sslnegotiation: 'postgres',
    application_name: 'backstop',
    stream: () => pinned(socket, address, family),
    connectionTimeoutMillis: context.timeoutMs,
    query_timeout: context.timeoutMs + 500,
    types: { getTypeParser: () => (value: string | Buffer) => value },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** pg asks for the host name, which stays the TLS server name; the socket goes to the address that was checked. */
function pinned(socket: Socket, address: string, family: number): Socket {
  const open = socket.connect.bind(socket);
  return Object.assign(socket, { connect: (port: number) => open({ host: address, port, family }) });
}

function sessionOver(client: pg.Client): Session {
  const query = (text: string, params: readonly Param[] = []) =>
    client.query<Cell[]>({ text, values: [...params], rowMode: 'array' });
  return {
    rows: async (text, params) => (await query(text, params)).rows,
    run: async (text, params) => (await query(text, params)).rowCount ?? 0,
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = delay(ms, undefined, { signal: stop.signal }).then(() => {
    throw new Error('timed out');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
    late.catch(() => undefined);
  }
}
