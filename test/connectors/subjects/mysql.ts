import { createPool, type RowDataPacket } from 'mysql2/promise';
import type { JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { mysql as connector } from '../../../src/connectors/mysql/mysql.connector.js';
import { contextWith } from '../../support/google.js';
import { startMariaDB } from '../../support/mariadb.mjs';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

/** Rows of MariaDB, the agent at them with mysql2. */
export async function mysql(): Promise<Subject> {
  const [server, other] = await Promise.all([startMariaDB(), startMariaDB()]);
  const pools = [server, other].map(({ url }) => createPool({ uri: url }));
  for (const pool of pools) {
    await pool.query('CREATE DATABASE shop CHARACTER SET utf8mb4');
    await pool.query('CREATE TABLE shop.customers (id int PRIMARY KEY, name varchar(80), note varchar(80))');
  }
  await pools[0]?.query('CREATE TABLE shop.counters (id int PRIMARY KEY, n int)');
  await pools[0]?.query('CREATE TABLE shop.places (id int PRIMARY KEY, pos int NOT NULL UNIQUE)');
  await pools[0]?.query('CREATE TABLE shop.parents (id int PRIMARY KEY)');
  await pools[0]?.query(
    'CREATE TABLE shop.children (parent int, FOREIGN KEY (parent) REFERENCES shop.parents (id) ON DELETE CASCADE)',
  );
  await pools[0]?.query('CREATE TABLE shop.marks (id char(36) PRIMARY KEY)');
  const context = contextWith({ connectionString: `${server.url}/shop`, marks: 'shop.marks' });
  const agent = createPool({ uri: `${server.url}/shop` });
  let id = 0;
  const newRow = () => {
    const match = { id: ++id };
    const state = async () =>
      (await agent.query<RowDataPacket[]>('SELECT name, note FROM customers WHERE id = ?', [match.id]))[0].map(
        (row) => ({
          ...row,
        }),
      );
    const run = async (sql: string, values: unknown[]) => {
      const [{ affectedRows, insertId }] = (await agent.query(sql, values)) as unknown as [JsonObject];
      return { affectedRows: affectedRows ?? 0, insertId: insertId ?? 0 };
    };
    const trip = (verb: string, payload: JsonObject, sql: string, values: unknown[]): Trip => ({
      ...{ connector, context, apiName: `mysql.rows.${verb}`, payload: { table: 'customers', ...payload } },
      ...{ act: () => run(sql, values), state },
    });
    const set = (column: string, value: string) =>
      agent.query(`UPDATE customers SET ${column} = ? WHERE id = ?`, [value, match.id]);
    return {
      ...{ match, state, set },
      change: (name: string) =>
        trip('update', { match, values: { name }, rowCount: 1 }, 'UPDATE customers SET name = ? WHERE id = ?', [
          name,
          match.id,
        ]),
      make: () =>
        trip('insert', { values: [{ ...match, name: 'a' }] }, 'INSERT INTO customers (id, name) VALUES (?, ?)', [
          match.id,
          'a',
        ]),
      remove: () => trip('delete', { match, rowCount: 1 }, 'DELETE FROM customers WHERE id = ?', [match.id]),
      drop: () => agent.query('DELETE FROM customers WHERE id = ?', [match.id]),
    };
  };

  return {
    name: 'mysql',
    context,
    elsewhere: { connectionString: `${other.url}/shop` },
    stop: async () => {
      await Promise.all([...pools, agent].map((pool) => pool.end()));
      await Promise.all([server.stop(), other.stop()]);
    },
    newThing: async () => {
      const { match, state, set, change, remove, drop } = newRow();
      for (const pool of pools) await pool.query("INSERT INTO shop.customers VALUES (?, 'a', 'b')", [match.id]);
      return {
        state,
        change,
        remove,
        drop,
        set: (value) => set('name', value),
        setOther: (value) => set('note', value),
      };
    },
    newCounter: async () => {
      const match = { id: ++id };
      await agent.query('INSERT INTO counters VALUES (?, 10)', [match.id]);
      const state = async () => (await agent.query('SELECT n FROM counters WHERE id = ?', [match.id]))[0];
      return {
        state,
        set: (n) => agent.query('UPDATE counters SET n = ? WHERE id = ?', [n, match.id]),
        change: (by) => ({
          ...{ connector, context, apiName: 'mysql.rows.update', state },
          payload: { table: 'counters', match, values: { n: `n + ${by}` }, expressions: ['n'], rowCount: 1 },
          act: async () => (await agent.query('UPDATE counters SET n = n + ? WHERE id = ?', [Number(by), match.id]))[0],
        }),
      };
    },
    newSwap: async () => {
      const [one, two] = [++id, ++id];
      await agent.query('INSERT INTO places VALUES (?, ?), (?, ?)', [one, one, two, two]);
      const state = async () =>
        (await agent.query('SELECT id, pos FROM places WHERE id IN (?, ?) ORDER BY id', [one, two]))[0];
      const client = await agent.getConnection();
      const move = (of: number, pos: number): Trip => ({
        ...{ connector, context, apiName: 'mysql.rows.update', state },
        payload: { table: 'places', match: { id: of }, values: { pos }, rowCount: 1 },
        act: async () => (await client.query('UPDATE places SET pos = ? WHERE id = ?', [pos, of]))[0],
      });
      return {
        state,
        calls: [move(one, -one), move(two, one), move(one, two)],
        begin: () => client.query('BEGIN'),
        end: async (how) => {
          await client.query(how);
          client.release();
        },
      };
    },
    newParent: async () => {
      const match = { id: ++id };
      await agent.query('INSERT INTO parents VALUES (?)', [match.id]);
      const state = async () => (await agent.query('SELECT id FROM parents WHERE id = ?', [match.id]))[0];
      return {
        state,
        adopt: () => agent.query('INSERT INTO children VALUES (?)', [match.id]),
        remove: () => ({
          ...{ connector, context, apiName: 'mysql.rows.delete', state },
          payload: { table: 'parents', match, rowCount: 1 },
          act: async () => (await agent.query('DELETE FROM parents WHERE id = ?', [match.id]))[0],
        }),
      };
    },
    newAbsent: async () => {
      const { state, set, make, remove } = newRow();
      return { state, make, add: () => set('note', 'b'), remove };
    },
  };
}

export const world: World = {
  places: [{ name: 'mysql', open: mysql, isConditional: true, needs: 'test/connectors/needs-mariadb' }],
};
