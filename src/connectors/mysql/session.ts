import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { resolveEgress } from '../../platform/egress.js';
import { type ConnectorContext, ProviderUnavailableError } from '../connector.js';
import { explain, isDatabaseError } from './errors.js';
import { parseTarget, type Target } from './target.js';

/** A column as the database writes it; every value travels as text. */
export type Cell = string | null;

/** One transaction on the operator's database. */
export interface Session {
  /** Every column must be text already; what is not comes as text of the client. */
  rows(sql: string, params?: readonly Cell[]): Promise<Cell[][]>;
  run(sql: string, params?: readonly Cell[]): Promise<void>;
}

export type Mode = 'read' | 'write';

/** Text must mean the same at capture and at undo; what was stored once must fit again, zero dates and key 0 too. */
const SETTINGS = [
  "time_zone = '+00:00'",
  "sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION,ALLOW_INVALID_DATES'",
  'foreign_key_checks = 1',
  'unique_checks = 1',
];

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
  const connection = await connect(target, context);
  try {
    await open(connection, mode, context.timeoutMs);
    const result = await work(sessionOver(connection, context.timeoutMs));
    if (mode === 'read') await connection.query('ROLLBACK');
    else await commit(connection, target, context.timeoutMs);
    return result;
  } finally {
    // Closing without COMMIT rolls back, also when the connection is no longer usable.
    await Promise.race([connection.end().catch(() => undefined), delay(500, undefined, { ref: false })]);
    connection.destroy();
  }
}

async function open(connection: Connection, mode: Mode, timeoutMs: number): Promise<void> {
  const seconds = Math.max(1, Math.ceil(timeoutMs / 1000));
  const [versions] = await connection.query<RowDataPacket[]>({ sql: 'SELECT VERSION()', timeout: timeoutMs });
  const isMariaDB = /mariadb/i.test(String(Object.values(versions[0] ?? {})[0]));
  const limit = isMariaDB ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1000}`;
  const settings = [...SETTINGS, `innodb_lock_wait_timeout = ${seconds}`, limit].join(', ');
  const how = mode === 'read' ? 'WITH CONSISTENT SNAPSHOT, READ ONLY' : 'READ WRITE';
  for (const sql of [
    `SET ${settings}`,
    'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    `START TRANSACTION ${how}`,
  ]) {
    await connection.query({ sql, timeout: timeoutMs });
  }
}

async function commit(connection: Connection, target: Target, timeout: number): Promise<void> {
  try {
    await connection.query({ sql: 'COMMIT', timeout });
  } catch (error) {
    const trouble = explain(error, target);
    if (isDatabaseError(error) && trouble.kind === 'refused') throw error;
    throw new ProviderUnavailableError(`the answer to COMMIT was lost: ${trouble.sentence}`);
  }
}

async function connect(target: Target, context: ConnectorContext): Promise<Connection> {
  const { address, family } = await within(context.timeoutMs, resolveEgress(target.host, context.allowedPrivateHosts));
  const { createConnection } = await import('mysql2/promise');
  const socket = new Socket();
  const connecting = createConnection({
    // The name stays the TLS server name; the socket goes to the address that was checked.
    host: target.host,
    stream: () => socket.connect({ host: address, port: target.port, family }).setNoDelay(true),
    port: target.port,
    user: target.user,
    password: target.password,
    ...(target.database !== '' && { database: target.database }),
    ...(target.ssl && { ssl: { ...target.ssl } }),
    charset: 'utf8mb4',
    // A server could ask for files of this process otherwise.
    flags: ['-LOCAL_FILES'],
    connectTimeout: context.timeoutMs,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  try {
    const connection = await within(context.timeoutMs, connecting);
    connection.on('error', () => undefined);
    return connection;
  } catch (error) {
    socket.destroy();
    connecting.catch(() => undefined);
    throw error;
  }
}

function sessionOver(connection: Connection, timeout: number): Session {
  const execute = async <T extends RowDataPacket[][] | ResultSetHeader>(sql: string, params: readonly Cell[]) => {
    const [result] = await connection.execute<T>({ sql, rowsAsArray: true, timeout }, [...params]);
    return result;
  };
  return {
    rows: async (sql, params = []) => {
      const rows = (await execute<RowDataPacket[][]>(sql, params)) as unknown as unknown[][];
      return rows.map((row) => row.map((value) => (value === null ? null : String(value))));
    },
    run: async (sql, params = []) => {
      await execute<ResultSetHeader>(sql, params);
    },
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
