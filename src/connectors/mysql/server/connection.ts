import { Socket } from 'node:net';
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { reachOf, resolveEgress } from '../../../platform/egress/egress.js';
import { limitReceived } from '../../../platform/egress/received-bytes.js';
import type { ConnectorContext } from '../../connector.js';
import { tlsOf } from '../../rows/table/connection-url.js';
import * as rows from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { closing, within } from '../../rows/table/within.js';
import { answerOf, BEGINNINGS, type PerformingConnection, type PerformMode } from './performing-connection.js';
import { type Target, VERIFIED } from './target.js';

/** Text must mean the same at capture and at undo, and a stored value must fit again, zero dates and key 0 too. */
const SETTINGS = [
  "time_zone = '+00:00'",
  "sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION,ALLOW_INVALID_DATES'",
  'foreign_key_checks = 1',
  'unique_checks = 1',
];

/** Goes to the address that was checked, and to no other. */
export async function connect(target: Target, context: ConnectorContext): Promise<PerformingConnection> {
  const { address, family } = await within(context.timeoutMs, resolveEgress(target.host, context.allowedPrivateHosts));
  const ssl = tlsOf<Target['ssl'] | null>(target.ssl, { plain: null, verified: VERIFIED }, reachOf(address));
  const { createConnection } = await import('mysql2/promise');
  const socket = new Socket();
  limitReceived(socket, rows.MOST_RECEIVED_BYTES);
  const connecting = createConnection({
    // The name stays the TLS server name; the socket goes to the address that was checked.
    host: target.host,
    stream: () => socket.connect({ host: address, port: target.port, family }).setNoDelay(true),
    port: target.port,
    user: target.user,
    password: target.password,
    ...(target.database !== '' && { database: target.database }),
    ...(ssl && { ssl: { ...ssl } }),
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
    return transactions(connection, socket, context.timeoutMs);
  } catch (error) {
    socket.destroy();
    connecting.catch(() => undefined);
    throw error;
  }
}

/** The facts about a server that hold as long as the connection. */
interface Server {
  readonly isMariaDB: boolean;
  readonly collation: string;
}

function transactions(connection: Connection, socket: Socket, timeout: number): PerformingConnection {
  let server: Server | null = null;
  let isAgents = false;
  return {
    ...sessionOver(connection, timeout),
    begin: async (mode) => {
      server ??= await serverOf(connection, timeout);
      await begin(connection, mode, timeout, server);
    },
    answer: (sql, params = []) => {
      isAgents = true;
      return answerOf(connection, sql, params, timeout);
    },
    reset: () => reset(connection, socket, isAgents ? null : (server?.collation ?? null)),
    end: async (how) => void (await connection.query({ sql: how, timeout })),
    close: async () => {
      await closing(connection.end());
      connection.destroy();
    },
  };
}

async function serverOf(connection: Connection, timeout: number): Promise<Server> {
  const sql = 'SELECT VERSION(), @@collation_connection';
  const [[found = []]] = await connection.query<RowDataPacket[][]>({ sql, timeout, rowsAsArray: true });
  const [version, collation] = found.map(String);
  return { isMariaDB: /mariadb/i.test(version ?? ''), collation: collation ?? '' };
}

async function begin(
  connection: Connection,
  mode: rows.Mode | PerformMode,
  timeoutMs: number,
  { isMariaDB }: Server,
): Promise<void> {
  const seconds = Math.max(1, Math.ceil(timeoutMs / 1000));
  const limit = isMariaDB ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1000}`;
  const settings = [...SETTINGS, `innodb_lock_wait_timeout = ${seconds}`, limit].join(', ');
  for (const sql of [`SET ${settings}`, ...(BEGINNINGS[mode as PerformMode] ?? transactionOf(mode))])
    await connection.query({ sql, timeout: timeoutMs });
}

const transactionOf = (mode: rows.Mode | PerformMode) => [
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  `START TRANSACTION ${mode === 'read' ? 'WITH CONSISTENT SNAPSHOT, READ ONLY' : 'READ WRITE'}`,
];

function sessionOver(connection: Connection, timeout: number): rows.Session {
  const execute = async <T extends RowDataPacket[][] | ResultSetHeader>(sql: string, params: readonly rows.Param[]) => {
    // The client's own time-out begins after the server has prepared the statement.
    const [result] = await within(timeout, connection.execute<T>({ sql, rowsAsArray: true }, params.map(scalar)));
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

function scalar(param: rows.Param): Cell {
  if (param === null || typeof param === 'string') return param;
  throw new Error('a list is no parameter here');
}

const RESETS_WITHIN_MS = 500;
/** A connection that has received more is not used again, because the bytes of a connection are bounded. */
const MOST_RECEIVED_BEFORE_REUSE = 8_000_000;

/**
 * Removes every trace of the last work: its transaction, settings, tables and locks. The chosen database stays, so an
 * agent's statement must not have run. Answers false when that failed.
 * @param collation of the texts that the client sends
 */
async function reset(connection: Connection, socket: Socket, collation: string | null): Promise<boolean> {
  if (collation === null || socket.destroyed || socket.bytesRead > MOST_RECEIVED_BEFORE_REUSE) return false;
  try {
    await within(
      RESETS_WITHIN_MS,
      // The server falls back to the character set of its own settings.
      connection.reset().then(() => connection.query(`SET NAMES utf8mb4 COLLATE ${collation}`)),
    );
    return true;
  } catch {
    return false;
  }
}
