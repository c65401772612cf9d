import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, createPool, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import { mysql } from '../../../src/connectors/mysql/mysql.connector.js';
import { type RowsWorld, recorded } from '../../../src/connectors/rows/testkit/rows.testkit.js';
import { eventually } from '../../support/patience.mjs';
import { startWorld } from './world.js';

/** The world of the cases that every dialect shares, with mysql2 on the agent's side. */
export async function startRowsWorld(): Promise<RowsWorld> {
  const { url, context, stop } = await startWorld();
  const pool = createPool({ uri: url, multipleStatements: true, typeCast: (field) => field.string() });
  const sql = async (text: string) => {
    const [rows] = await pool.query<RowDataPacket[]>(text);
    return Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [];
  };
  const transactionWaits = async () => {
    const waiting = `SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'`;
    // The server refreshes this view only if no query has read it for a tenth of a second.
    const found = async () => {
      await sleep(150);
      return (await sql(waiting)).length;
    };
    expect(await eventually(found)).toBeGreaterThan(0);
  };
  const world: RowsWorld = {
    connector: mysql,
    context,
    schema: 'shop',
    numbered: 'int AUTO_INCREMENT',
    sql,
    hold: async (text) => {
      const connection = await pool.getConnection();
      await connection.query(`BEGIN; ${text}`);
      return async (end = 'ROLLBACK') => {
        await connection.query(end);
        connection.release();
      };
    },
    transactionWaits,
    abandon: async (text) => {
      const connection = await createConnection({ uri: url });
      connection.on('error', () => undefined);
      const cut = connection.query(text).catch(() => undefined);
      await transactionWaits();
      connection.destroy();
      await Promise.race([cut, sleep(100)]);
    },
    trigger: async (table, event, column, expression) => {
      await sql(`CREATE TRIGGER rewrite BEFORE ${event} ON ${table} FOR EACH ROW SET NEW.${column} = ${expression}`);
    },
    perform: async (verb, payload) => {
      const effect = await recorded(world, verb, payload);
      const { text, values } = statementOf(verb, payload);
      const [header] = await pool.query<ResultSetHeader>(text, values);
      return { ...effect, response: JSON.parse(JSON.stringify(header)) };
    },
    clear: async () => {
      const tables = await sql(`SELECT TABLE_NAME AS t FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop'`);
      const drops = tables.map(({ t }) => `DROP TABLE ${t};`).join(' ');
      await sql(`SET foreign_key_checks = 0; ${drops} SET foreign_key_checks = 1`);
    },
    stop: async () => {
      await pool.end();
      await stop();
    },
  };
  return world;
}

function statementOf(verb: string, { table, match, values, expressions }: JsonObject) {
  const params: Json[] = [];
  const bind = (value: Json) => {
    params.push(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
    return '?';
  };
  const pairs = (columns: Json | undefined, computed: Json = []) =>
    Object.entries(columns as JsonObject).map(([name, value]) => {
      const isComputed = (computed as string[]).includes(name);
      return `${name} = ${isComputed ? value : bind(value)}`;
    });
  if (verb === 'insert') {
    const rows = [values].flat() as JsonObject[];
    const columns = Object.keys(rows[0] ?? {});
    const tuples = rows.map((row) => `(${columns.map((name) => bind(row[name] ?? null)).join(', ')})`);
    return { text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`, values: params };
  }
  const set = verb === 'update' ? pairs(values, expressions).join(', ') : '';
  const where = ['TRUE', ...pairs(match)].join(' AND ');
  const text = verb === 'update' ? `UPDATE ${table} SET ${set} WHERE ${where}` : `DELETE FROM ${table} WHERE ${where}`;
  return { text, values: params };
}
