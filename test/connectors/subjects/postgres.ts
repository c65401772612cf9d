import type { JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { postgres as connector } from '../../../src/connectors/postgres/postgres.connector.js';
import { onPostgres } from '../../campaigns/hostile/support/claims/postgres.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { contextWith } from '../../support/google.js';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const TABLES = `CREATE TABLE customers (id int PRIMARY KEY, name text, note text);
  CREATE TABLE counters (id int PRIMARY KEY, n int);
  CREATE TABLE places (id int PRIMARY KEY, pos int NOT NULL UNIQUE);
  CREATE TABLE parents (id int PRIMARY KEY);
  CREATE TABLE children (parent int REFERENCES parents ON DELETE CASCADE)`;

/** Rows of PostgreSQL, the agent at them with node-postgres. */
export async function postgres(): Promise<Subject> {
  const [database, other] = await Promise.all([newCustomerDatabase(), newCustomerDatabase()]);
  for (const { pool } of [database, other]) await pool.query(TABLES);
  const { pool } = database;
  const context = contextWith({ connectionString: database.url });
  let id = 0;
  const newRow = () => {
    const match = { id: ++id };
    const state = async () => (await pool.query('SELECT name, note FROM customers WHERE id = $1', [match.id])).rows;
    /** Returns the answer of node-postgres as `wrap()` reports it. */
    const run = async (sql: string, values: unknown[]) => {
      const { command, rowCount, rows } = await pool.query({ text: sql, values });
      return { command, rowCount, rows: rows.map((row) => ({ ...row, id: String(row.id) })) };
    };
    const trip = (verb: string, payload: JsonObject, sql: string, values: unknown[]): Trip => ({
      ...{ connector, context, apiName: `postgres.rows.${verb}`, payload: { table: 'customers', ...payload } },
      ...{ act: () => run(sql, values), state },
    });
    const set = (column: string, value: string) =>
      pool.query(`UPDATE customers SET ${column} = $2 WHERE id = $1`, [match.id, value]);
    return {
      ...{ match, state, set },
      change: (name: string) =>
        trip(
          'update',
          { match, values: { name }, rowCount: 1 },
          'UPDATE customers SET name = $2 WHERE id = $1 RETURNING *',
          [match.id, name],
        ),
      make: () =>
        trip(
          'insert',
          { values: [{ ...match, name: 'a' }] },
          'INSERT INTO customers (id, name) VALUES ($1, $2) RETURNING *',
          [match.id, 'a'],
        ),
      remove: () => trip('delete', { match, rowCount: 1 }, 'DELETE FROM customers WHERE id = $1', [match.id]),
      drop: () => pool.query('DELETE FROM customers WHERE id = $1', [match.id]),
    };
  };

  return {
    name: 'postgres',
    context,
    elsewhere: { connectionString: other.url },
    stop: () => Promise.all([database.drop(), other.drop()]),
    newThing: async () => {
      const { match, state, set, change, remove, drop } = newRow();
      for (const { pool: each } of [database, other])
        await each.query(`INSERT INTO customers VALUES ($1, 'a', 'b')`, [match.id]);
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
      await pool.query('INSERT INTO counters VALUES ($1, 10)', [match.id]);
      const state = async () => (await pool.query('SELECT n FROM counters WHERE id = $1', [match.id])).rows;
      return {
        state,
        set: (n) => pool.query('UPDATE counters SET n = $2 WHERE id = $1', [match.id, n]),
        change: (by) => ({
          ...{ connector, context, apiName: 'postgres.rows.update', state },
          payload: { table: 'counters', match, values: { n: `n + ${by}` }, expressions: ['n'], rowCount: 1 },
          act: async () => {
            const { rowCount } = await pool.query('UPDATE counters SET n = n + $2 WHERE id = $1', [match.id, by]);
            return { command: 'UPDATE', rowCount };
          },
        }),
      };
    },
    newSwap: async () => {
      const [one, two] = [++id, ++id];
      await pool.query('INSERT INTO places VALUES ($1, $1), ($2, $2)', [one, two]);
      const state = async () =>
        (await pool.query('SELECT id, pos FROM places WHERE id = ANY ($1) ORDER BY id', [[one, two]])).rows;
      const client = await pool.connect();
      const move = (of: number, pos: number): Trip => ({
        ...{ connector, context, apiName: 'postgres.rows.update', state },
        payload: { table: 'places', match: { id: of }, values: { pos }, rowCount: 1 },
        act: async () => {
          const { rowCount } = await client.query('UPDATE places SET pos = $2 WHERE id = $1', [of, pos]);
          return { command: 'UPDATE', rowCount };
        },
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
      await pool.query('INSERT INTO parents VALUES ($1)', [match.id]);
      const state = async () => (await pool.query('SELECT id FROM parents WHERE id = $1', [match.id])).rows;
      return {
        state,
        adopt: () => pool.query('INSERT INTO children VALUES ($1)', [match.id]),
        remove: () => ({
          ...{ connector, context, apiName: 'postgres.rows.delete', state },
          payload: { table: 'parents', match, rowCount: 1 },
          act: async () => {
            const { rowCount } = await pool.query('DELETE FROM parents WHERE id = $1', [match.id]);
            return { command: 'DELETE', rowCount };
          },
        }),
      };
    },
    newAbsent: async () => {
      const { state, set, make, remove } = newRow();
      return { state, make, add: () => set('note', 'b'), remove };
    },
  };
}

export const world: World = { places: [{ name: 'postgres', open: postgres, isConditional: true }], claims: onPostgres };
