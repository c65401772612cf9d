import pg from 'pg';
import type { ConnectionSettings } from './connection.js';

const SENT_WITHIN_MS = 2_000;

/** Members of a client and of its connection that the library's types leave out. */
interface Inside {
  readonly connection: {
    readonly stream: { destroy(): void };
    connect(portOrPath: number | string, host?: string): void;
    cancel(processId: number, secretKey: number): void;
    once(event: 'connect' | 'sslconnect' | 'end', listener: () => void): void;
    on(event: 'error', listener: () => void): void;
  };
}

/**
 * Asks PostgreSQL, on a connection of its own, to stop what a server process works on or waits for. A request that does
 * not arrive is not repeated: the server process then ends with its query.
 */
export function cancelQuery(settings: ConnectionSettings, processId: number | null, secretKey: number | null): void {
  if (processId === null || secretKey === null) return;
  const { connection } = new pg.Client(settings) as unknown as Inside;
  const { host = '', port = 5432, ssl } = settings;
  const timeout = setTimeout(() => connection.stream.destroy(), SENT_WITHIN_MS).unref();
  connection.on('error', () => connection.stream.destroy());
  connection.once('end', () => clearTimeout(timeout));
  connection.once(ssl ? 'sslconnect' : 'connect', () => connection.cancel(processId, secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
