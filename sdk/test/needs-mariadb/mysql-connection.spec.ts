import { createPool } from 'mysql2/promise';
import { unique } from '../../../test/support/client.js';
import { rollBack } from '../../../test/support/roll-back.js';
import { setup, world } from './customers.js';

const COLUMNS = 'id int PRIMARY KEY, total int, paid timestamp NULL DEFAULT NULL';

/** `orders` of the credential's database and of another one, each with the same row, under a name of its own. */
async function newOrders() {
  const name = unique('orders').replaceAll('-', '_');
  await world.sql('CREATE DATABASE IF NOT EXISTS archive');
  for (const [database, total] of [
    ['shop', 10],
    ['archive', 20],
  ] as const) {
    await world.sql(`CREATE TABLE ${database}.${name} (${COLUMNS})`);
    await world.sql(`INSERT INTO ${database}.${name} (id, total) VALUES (1, ?)`, [total]);
  }
  const state = async () => [
    await world.sql(`SELECT * FROM shop.${name}`),
    await world.sql(`SELECT * FROM archive.${name}`),
  ];
  return { name, state };
}

async function newAgent(database: string) {
  const pool = createPool({ uri: `${world.server.url}/${database}`, connectionLimit: 1 });
  const { wrapped, session, actions } = await setup(pool);
  const reasons = async () => (await actions()).map(({ snapshot }) => snapshot?.reason ?? null);
  return { agent: await wrapped.getConnection(), session, reasons };
}

describe('the undo of a call of mysql2 whose connection has settings of its own', () => {
  it.each([
    'UPDATE @ SET total = 99 WHERE id = 1',
    'UPDATE @ SET total = total + 1 WHERE id = 1 OR total = 20',
    'INSERT INTO @ (id, total) VALUES (1, 5) ON DUPLICATE KEY UPDATE total = VALUES(total)',
    'DELETE FROM @ WHERE id = 1',
  ])('writes the table of the database that the connection has chosen: %s', async (sql) => {
    const { name, state } = await newOrders();
    const before = await state();
    const { agent, session, reasons } = await newAgent('archive');
    await agent.query(sql.replace('@', name));
    expect((await state())[0]).toEqual(before[0]);
    expect((await state())[1]).not.toEqual(before[1]);
    expect(await reasons()).toEqual([null]);
    agent.release();
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await state()).toEqual(before);
  });

  it.each<[string, string[], string, RegExp]>([
    [
      'a temporary table in front of the real one',
      ['CREATE TEMPORARY TABLE @ (id int PRIMARY KEY, total int)', 'INSERT INTO @ VALUES (1, 10)'],
      'UPDATE @ SET total = 99 WHERE id = 1',
      /temporary table/,
    ],
    [
      'a time zone, for a free statement',
      ["SET time_zone = '+05:00'"],
      "UPDATE @ SET total = 99 WHERE paid IS NULL OR paid > '2026-01-01' OR id = 1",
      /paid .* settings/,
    ],
    [
      'a mode that reads the statement in another way',
      ["SET sql_mode = 'HIGH_NOT_PRECEDENCE'"],
      'UPDATE @ SET total = 99 WHERE NOT id = 2',
      /sql_mode HIGH_NOT_PRECEDENCE/,
    ],
  ])('is not promised, and nothing is written, with %s', async (_, first, sql, reason) => {
    const { name, state } = await newOrders();
    const { agent, session, reasons } = await newAgent('shop');
    for (const each of [...first, sql]) await agent.query(each.replace('@', name));
    const left = await state();
    expect((await reasons()).at(-1)).toMatch(reason);
    agent.release();
    expect(await rollBack(session)).not.toMatchObject({ displayStatus: 'REVERTED' });
    expect(await state()).toEqual(left);
  });

  it('is made where a literal is read in a time zone of a fixed distance from UTC', async () => {
    const { name, state } = await newOrders();
    const before = await state();
    const { agent, session, reasons } = await newAgent('shop');
    await agent.query("SET time_zone = '+05:00'");
    await agent.query(`UPDATE ${name} SET paid = '2026-01-01 00:00:00' WHERE id = 1`);
    expect(await reasons()).toContain(null);
    agent.release();
    // The SET is a call of its own, which has nothing to undo.
    await rollBack(session);
    expect(await state()).toEqual(before);
  });

  it('is made where no value depends on them', async () => {
    const { name, state } = await newOrders();
    const before = await state();
    const { agent, session, reasons } = await newAgent('shop');
    await agent.query("SET time_zone = '+05:00'");
    await agent.query(`UPDATE ${name} SET total = 99 WHERE id = 1`);
    await agent.query("SET time_zone = '+00:00'");
    await agent.query(`UPDATE ${name} SET paid = '2026-01-01 00:00:00' WHERE id = 1`);
    expect((await reasons()).filter((reason) => reason !== null)).toHaveLength(2);
    agent.release();
    await rollBack(session);
    expect((await state())[1]).toEqual(before[1]);
    expect(await state()).toEqual(before);
  });
});
