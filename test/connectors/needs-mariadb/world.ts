import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import type { ConnectorContext, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { mysql } from '../../../src/connectors/mysql/mysql.connector.js';
import { unique } from '../../support/client.js';
import { startMariaDB } from '../../support/mariadb.mjs';
import { patience } from '../../support/patience.mjs';

/** A real server, an agent that changes it through mysql2, and an operator who undoes that. */
export interface World {
  readonly server: Awaited<ReturnType<typeof startMariaDB>>;
  readonly url: string;
  readonly context: ConnectorContext;
  /** The pool of the agent and of all other clients. */
  readonly pool: Pool;
  sql(text: string, values?: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const server = await startMariaDB();
  const url = `${server.url}/shop`;
  const pool = createPool({ uri: server.url, dateStrings: true, supportBigNumbers: true, bigNumberStrings: true });
  await pool.query('CREATE DATABASE shop CHARACTER SET utf8mb4');
  await pool.end();
  const agent = createPool({ uri: url, dateStrings: true, supportBigNumbers: true, bigNumberStrings: true });
  return {
    server,
    url,
    context: { credentials: { connectionString: url }, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: patience(5_000) },
    pool: agent,
    sql: async (text, values = []) => (await agent.query(text, values))[0],
    stop: async () => {
      await agent.end();
      await server.stop();
    },
  };
}

/** A new table; `columns` as in CREATE TABLE. */
export async function newTable({ sql }: World, columns: string, rest = 'ENGINE=InnoDB'): Promise<string> {
  const name = unique('t').replaceAll('-', '_');
  await sql(`CREATE TABLE ${name} (${columns}) ${rest}`);
  return name;
}

/** Reads everything in the tables, as the server writes it. */
export async function contentsOf({ pool }: World, ...tables: string[]): Promise<unknown> {
  const all: unknown[] = [];
  for (const table of tables) {
    const [rows] = await pool.query<RowDataPacket[]>(`SELECT * FROM ${table} ORDER BY 1`);
    all.push(rows.map((row) => ({ ...row })));
  }
  return all;
}

/** Describes one call of the agent on tables that must look the same after the undo. */
export function tripOf(
  world: World,
  verb: 'insert' | 'update' | 'delete',
  payload: JsonObject,
  statement: string,
  values: unknown[] = [],
): Trip {
  return {
    connector: mysql,
    context: world.context,
    apiName: `mysql.rows.${verb}`,
    payload,
    act: () => world.sql(statement, values),
    state: () => contentsOf(world, String(payload.table)),
  };
}
