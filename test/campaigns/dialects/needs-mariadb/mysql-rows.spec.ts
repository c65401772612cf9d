import type { JsonObject } from '../../../../src/connectors/connector.js';
import { perform, roundTrip, undo } from '../../../../src/connectors/connector.testkit.js';
import { mysql } from '../../../../src/connectors/mysql/mysql.connector.js';
import { UNKNOWN } from '../../../../src/connectors/proof/proof.js';
import { contentsOf, newTable, startWorld, tripOf, type World } from '../../../connectors/needs-mariadb/world.js';
import { tripThroughService } from '../../../support/service-trip.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const CUSTOMERS = 'id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(80), credit DECIMAL(10,2) NOT NULL DEFAULT 10';

async function customers(): Promise<string> {
  const table = await newTable(world, CUSTOMERS);
  await world.sql(`INSERT INTO ${table} (name) VALUES ('Ada'), ('Bob'), ('Cem')`);
  return table;
}

describe('the mysql connector', () => {
  it('restores the columns that an update changed, and leaves the others to the client that changed them', async () => {
    const table = await customers();
    const payload = { table, match: { id: { gte: 2 } }, values: { credit: 1.005 } };
    const update = tripOf(world, 'update', payload, `UPDATE ${table} SET credit = 1.005 WHERE id >= 2`);
    await roundTrip(update);
    const effect = await perform(update);
    await world.sql(`UPDATE ${table} SET name = 'Bert' WHERE id = 2`);
    expect((await undo(update, effect)).outcome).toBe('done');
    expect(await contentsOf(world, table)).toEqual([
      [
        { id: 1, name: 'Ada', credit: '10.00' },
        { id: 2, name: 'Bert', credit: '10.00' },
        { id: 3, name: 'Cem', credit: '10.00' },
      ],
    ]);
  });

  it('deletes the rows that an insert made, with given and with generated keys', async () => {
    const table = await customers();
    const given: JsonObject = {
      table,
      values: [
        { id: 7, name: 'Dan' },
        { id: 8, name: null, credit: '3.5' },
      ],
    };
    await roundTrip(
      tripOf(world, 'insert', given, `INSERT INTO ${table} (id, name, credit) VALUES (7, 'Dan', 10), (8, NULL, 3.5)`),
    );
    const generated = { table, values: [{ name: 'Eve' }, { name: 'Fay' }] };
    const report = await roundTrip(
      tripOf(world, 'insert', generated, `INSERT INTO ${table} (name) VALUES ('Eve'), ('Fay')`),
    );
    expect(report.detail).toBe('2 rows restored');
  });

  it('restores deleted rows with their keys, also key 0, and those that point at others of the table', async () => {
    const table = await customers();
    await world.sql(`SET STATEMENT sql_mode = 'NO_AUTO_VALUE_ON_ZERO' FOR INSERT INTO ${table} (id) VALUES (0)`);
    await roundTrip(tripOf(world, 'delete', { table, match: {} }, `DELETE FROM ${table}`));
    const tree = await newTable(world, 'id INT PRIMARY KEY, parent INT');
    await world.sql(`ALTER TABLE ${tree} ADD FOREIGN KEY (parent) REFERENCES ${tree} (id)`);
    await world.sql(`INSERT INTO ${tree} VALUES (9, NULL), (2, 9), (1, 2)`);
    // In another order the server may meet a parent before its child.
    await roundTrip(tripOf(world, 'delete', { table: tree, match: {} }, `DELETE FROM ${tree} ORDER BY id`));
  });

  it('undoes a thousand rows, and captures no more', async () => {
    const table = await newTable(world, 'id INT PRIMARY KEY, n INT');
    const rows = Array.from({ length: 1001 }, (_, id) => [id, 0]);
    await world.sql(`INSERT INTO ${table} VALUES ?`, [rows]);
    const payload = { table, match: { id: { gt: 0 } }, values: { n: 1 } };
    await roundTrip(tripOf(world, 'update', payload, `UPDATE ${table} SET n = 1 WHERE id > 0`));
    await roundTrip(
      tripOf(world, 'delete', { table, match: { id: { neq: 0 } } }, `DELETE FROM ${table} WHERE id <> 0`),
    );
    const all = await mysql.capture({ apiName: 'mysql.rows.delete', payload: { table, match: {} } }, world.context);
    expect(all).toEqual({ captured: false, reason: '1001 rows match; at most 1000 rows are kept' });
  });

  it('puts ON UPDATE CURRENT_TIMESTAMP back where no other client changed the row, and not otherwise', async () => {
    const table = await newTable(
      world,
      'id INT PRIMARY KEY, a INT, b INT, at TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)',
    );
    await world.sql(`INSERT INTO ${table} VALUES (1, 1, 1, '2020-02-02 02:02:02.002')`);
    const payload = { table, match: { id: 1 }, values: { a: 2 } };
    const update = tripOf(world, 'update', payload, `UPDATE ${table} SET a = 2 WHERE id = 1`);
    await roundTrip(update);
    const effect = await perform(update);
    await world.sql(`UPDATE ${table} SET b = 2`);
    expect((await undo(update, effect)).outcome).toBe('done');
    const [[row] = []] = (await contentsOf(world, table)) as JsonObject[][];
    expect(row).toMatchObject({ a: 1, b: 2, at: expect.not.stringContaining('2020') });
  });

  it('deletes nothing that was there before the call, whatever key the client reports', async () => {
    const table = await customers();
    const payload = { table, values: { name: 'Bob' } };
    const insert = tripOf(world, 'insert', payload, `INSERT INTO ${table} (name) VALUES ('Bob')`);
    const effect = await perform(insert);
    const lie = { ...effect, response: { affectedRows: 1, insertId: 2 } };
    const report = await undo(insert, lie, 'force');
    expect(report).toMatchObject({
      outcome: 'conflict',
      items: [{ resource: `shop.${table} id=2`, result: 'impossible' }],
    });
    expect(((await contentsOf(world, table)) as unknown[][])[0]).toHaveLength(4);
  });

  it('keeps an inserted row of which a value cannot be compared, unless it is forced', async () => {
    const table = await newTable(world, 'id INT PRIMARY KEY, at DATETIME');
    const payload = { table, values: { id: 1, at: '2024-02-29T10:00:00.000Z' } };
    const insert = tripOf(world, 'insert', payload, `INSERT INTO ${table} VALUES (1, '2024-02-29 11:00:00')`);
    const effect = await perform(insert);
    expect(await mysql.probeOutcome(effect, world.context)).toEqual(UNKNOWN);
    expect((await undo(insert, effect)).outcome).toBe('conflict');
    expect((await undo(insert, effect, 'force')).outcome).toBe('done');
    expect(await contentsOf(world, table)).toEqual([[]]);
  });

  it('restores a deleted row beside one that took its unique value, or not at all', async () => {
    const table = await newTable(world, 'id INT PRIMARY KEY, mail VARCHAR(40) UNIQUE');
    await world.sql(`INSERT INTO ${table} VALUES (1, 'a@b.c')`);
    const remove = tripOf(world, 'delete', { table, match: { id: 1 } }, `DELETE FROM ${table}`);
    const effect = await perform(remove);
    await world.sql(`INSERT INTO ${table} VALUES (2, 'a@b.c')`);
    expect(await undo(remove, effect, 'force')).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('Duplicate entry'),
    });
    expect(await contentsOf(world, table)).toEqual([[{ id: 2, mail: 'a@b.c' }]]);
  });

  it('undoes through the running service, which shows the plan first', async () => {
    const table = await customers();
    const remove = tripOf(
      world,
      'delete',
      { table, match: { name: 'Bob' } },
      `DELETE FROM ${table} WHERE name = 'Bob'`,
    );
    const { plan } = await tripThroughService(remove);
    expect(plan).toMatchObject([
      {
        class: 'exact',
        calls: [`INSERT INTO shop.${table} (id, name, credit) VALUES ('2', 'Bob', '10.00')`],
        remains: [expect.stringContaining('is not noticed')],
      },
    ]);
  });

  it('shows the changes of a call, column by column', async () => {
    const table = await customers();
    const call = { apiName: 'mysql.rows.update', payload: { table, match: { id: 2 }, values: { name: 'B' } } };
    const captured = await mysql.capture(call, world.context);
    if (!captured.captured) throw new Error(captured.reason);
    expect(mysql.describeChange?.(call, captured.content)).toEqual([
      { field: `shop.${table} id=2 name`, before: 'Bob', after: 'B' },
    ]);
  });
});
