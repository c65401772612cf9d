import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../platform/database/embedded/embedded-postgres.js';
import type { Capture, ConnectorContext, Effect, Json, JsonObject, UndoReport } from '../connector.js';
import { postgres } from './postgres.connector.js';

/** A real server, an agent that changes it and an operator who undoes that. */
export interface World {
  readonly context: ConnectorContext;
  readonly url: string;
  readonly port: number;
  /** Runs SQL as somebody else would; rows as raw text. */
  sql(text: string, params?: unknown[]): Promise<Record<string, string | null>[]>;
  /** Somebody else's transaction, open until it is let go. */
  hold(text: string): Promise<(end?: 'COMMIT' | 'ROLLBACK') => Promise<void>>;
  /** Captures, then runs the statement of the payload as the SDK does. */
  perform(apiName: string, payload: JsonObject): Promise<Effect>;
  stop(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-connector-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false, tcp: true });
  const pool = new pg.Pool({
    connectionString: server.superuserUrl,
    types: { getTypeParser: () => (value: string | Buffer) => value },
  });
  pool.on('error', () => undefined);
  const context: ConnectorContext = {
    credentials: { connectionString: server.superuserUrl },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: 5000,
  };
  return {
    context,
    url: server.superuserUrl,
    port: server.tcpPort ?? 0,
    sql: async (text, params = []) => (await pool.query(text, params)).rows ?? [],
    hold: async (text) => {
      const client = await pool.connect();
      await client.query(`BEGIN; ${text}`);
      return async (end = 'ROLLBACK') => {
        await client.query(end);
        client.release();
      };
    },
    perform: async (apiName, payload) => {
      const snapshot = contentOf(await postgres.capture({ apiName, payload }, context));
      const { text, params } = statementOf(apiName, payload);
      const { command, rowCount, rows } = await pool.query(text, params);
      return { apiName, payload, response: { command, rowCount, rows }, snapshot };
    },
    stop: async () => {
      await pool.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** As it comes back from storage. */
export function contentOf(capture: Capture): JsonObject {
  if (!capture.captured) throw new Error(`not captured: ${capture.reason}`);
  return JSON.parse(JSON.stringify(capture.content));
}

export function reasonOf(capture: Capture): string {
  if (capture.captured) throw new Error('it was captured');
  return capture.reason;
}

export function resultsOf(report: UndoReport): [string, string][] {
  return report.items.flatMap((item) => item.fields.map(({ field, result }): [string, string] => [field, result]));
}

const name = (text: string) =>
  text
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

function statementOf(apiName: string, payload: JsonObject): { text: string; params: unknown[] } {
  const params: unknown[] = [];
  const bind = (value: Json) => {
    const isDocument = typeof value === 'object' && value !== null && !Array.isArray(value);
    return `$${params.push(isDocument ? JSON.stringify(value) : value)}`;
  };
  const table = name(String(payload.table));
  if (apiName === 'postgres.rows.insert') {
    const rows = (Array.isArray(payload.values) ? payload.values : [payload.values]) as JsonObject[];
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    if (columns.length === 0) return { text: `INSERT INTO ${table} AS t DEFAULT VALUES RETURNING t.*`, params };
    const item = (row: JsonObject, column: string) => (column in row ? bind(row[column] ?? null) : 'DEFAULT');
    const tuples = rows.map((row) => `(${columns.map((column) => item(row, column)).join(', ')})`);
    const into = `${table} AS t (${columns.map(name).join(', ')})`;
    return { text: `INSERT INTO ${into} VALUES ${tuples.join(', ')} RETURNING t.*`, params };
  }
  const where = Object.entries(payload.match as JsonObject).map(
    ([column, value]) => `${name(column)} = ${bind(value)}`,
  );
  const condition = where.length === 0 ? 'TRUE' : where.join(' AND ');
  if (apiName === 'postgres.rows.delete') {
    return { text: `DELETE FROM ${table} t WHERE ${condition} RETURNING t.*`, params };
  }
  const expressions = (payload.expressions ?? []) as string[];
  const set = Object.entries(payload.values as JsonObject).map(
    ([column, value]) => `${name(column)} = ${expressions.includes(column) ? value : bind(value)}`,
  );
  return { text: `UPDATE ${table} t SET ${set.join(', ')} WHERE ${condition} RETURNING t.*`, params };
}
