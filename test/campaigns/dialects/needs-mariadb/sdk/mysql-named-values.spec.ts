import { createConnection, createPool as createOldPool } from 'mysql2';
import { createPool } from 'mysql2/promise';
import {
  calledBack,
  closing,
  newCustomers,
  rowsOf,
  setup,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';
import { blockingGate, wrapRecorded } from '../../../../../sdk/test/support/every-method.js';
import { newGovernance } from '../../../../../sdk/test/support/governance.js';
import { RecordingGate } from '../../../../../sdk/test/support/recording-gate.js';
import { rollBack } from '../../../../support/roll-back.js';

const settings = () => ({ uri: world.url, namedPlaceholders: true, connectionLimit: 2 });
const newNamed = () => closing(createPool(settings()));

/** Returns the answer or the error of a call. */
const told = (call: () => Promise<unknown>) =>
  (async () => call())().then(
    (answer) => JSON.parse(JSON.stringify((answer as unknown[])[0])) as unknown,
    ({ name, code, errno, message }: Record<string, unknown>) => ({ name, code, errno, message }),
  );

class Customer {
  id = 1;
  credit = 50;
  get name() {
    return 'Eve';
  }
}

describe('named values of a wrapped client of mysql2', () => {
  it.each<[string, unknown, string[]]>([
    ['SELECT id, name FROM TABLE WHERE id = :id OR name = :name', { id: 1, name: "B'ob \\" }, []],
    ['SELECT id FROM TABLE WHERE id IN (:first, :second) AND id <> :first', { first: 1, second: 2 }, []],
    ["SELECT ':id' AS text, id FROM TABLE WHERE id = :id", { id: 2, other: 3 }, []],
    ['SELECT id FROM TABLE WHERE id = ?', [2], []],
    ['SELECT id FROM TABLE WHERE id = :missing', { id: 2 }, []],
    ['SELECT id FROM TABLE WHERE id = :id', undefined, []],
    [
      'UPDATE TABLE SET credit = :credit, name = :name WHERE id = :id',
      { id: 1, credit: 5, name: "O'x" },
      ['rows.update'],
    ],
    ['UPDATE TABLE SET credit = :credit WHERE id = :id', new Customer(), ['rows.update']],
    ['UPDATE TABLE SET name = :name WHERE id = :id', new Customer(), ['rows.update']],
    ['UPDATE TABLE SET credit = :id WHERE id = :id', { id: 2 }, ['rows.update']],
    ['UPDATE TABLE SET credit = :credit WHERE id = 1', { credit: null }, ['rows.update']],
    ['UPDATE TABLE SET credit = credit + :more WHERE id = :id', { id: 1, more: 4 }, ['query']],
    ['UPDATE TABLE SET credit = :missing WHERE id = :id', { id: 1 }, ['query']],
    ["UPDATE TABLE SET name = ':name' WHERE id = :id", { id: 1, name: 'x' }, ['rows.update']],
    ['UPDATE TABLE SET credit = ? WHERE id = ?', [7, 2], ['rows.update']],
    [
      'INSERT INTO TABLE (name, credit) VALUES (:name, :credit), (:other, 0)',
      { name: 'Di', credit: 4, other: 'Ed' },
      ['rows.insert'],
    ],
    ['DELETE FROM TABLE WHERE id = :id', { id: 3 }, ['rows.delete']],
    ['DELETE FROM TABLE WHERE id = :constructor', {}, ['query']],
  ])('have the same effect and answer as bare: %s', async (text, values, asked) => {
    const gate = new RecordingGate();
    for (const style of ['query', 'execute', 'options', 'callback', 'connection'] as const) {
      const pair: unknown[] = [];
      for (const isBare of [true, false]) {
        const govern = <T extends object>(client: T): T =>
          isBare ? client : wrapRecorded(client, gate, { connector: 'mysql' });
        const table = await newCustomers();
        const sql = text.replace('TABLE', table);
        const back = (client: { query: unknown }, method: 'query' | 'execute') =>
          calledBack((done) =>
            (client as Record<string, (...args: unknown[]) => unknown>)[method]?.(sql, values, done),
          ).then(([error, ...answer]) => {
            if (error) throw error;
            return answer;
          });
        const ways = {
          query: () => govern(newNamed()).query(sql, values as never),
          execute: () => govern(newNamed()).execute(sql, values as never),
          options: () => govern(newNamed()).query({ sql, values: values as never }),
          callback: () => back(govern(closing(createOldPool(settings()))), 'query'),
          connection: () => back(govern(closing(createConnection(settings()))), 'execute'),
        };
        const answer = JSON.stringify((await told(ways[style])) ?? null).replaceAll(table, 'table');
        pair.push([style, answer, await rowsOf(table)]);
      }
      expect(pair[1]).toEqual(pair[0]);
    }
    const operations = new Set(gate.asked.map(({ apiName }) => apiName.slice('mysql.'.length)));
    expect([...operations]).toEqual(asked);
  });

  it('are asked for with the names of their columns, as they were at the call, and undone', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const { wrapped, actions, session } = await setup(createPool(settings()));
    const values = { id: 1, credit: 5 };
    const updating = wrapped.execute(`UPDATE ${table} SET credit = :credit WHERE id = :id`, values);
    values.id = 2;
    await updating;
    const entity = new Customer();
    const added = wrapped.query(
      `UPDATE ${table} SET credit = credit + :credit, name = :name WHERE id = :id`,
      entity as never,
    );
    entity.id = 3;
    await added;
    expect(await rowsOf(table)).toMatchObject([{ name: 'Eve', credit: 55 }, { credit: 20 }, { credit: 30 }]);
    expect((await actions()).map(({ apiName, payload }) => [apiName, payload])).toMatchObject([
      ['mysql.rows.update', { table, match: { id: 1 }, values: { credit: 5 } }],
      ['mysql.query', { values: { id: 1, credit: 50, name: 'Eve' } }],
    ]);
    await rollBack(session);
    expect(((await rowsOf(table)) as unknown[]).slice(1)).toEqual((before as unknown[]).slice(1));
  });

  it('are edited by an approver as columns', async () => {
    const table = await newCustomers();
    const { wrapped, approve } = await setup(createPool(settings()), { requiresApproval: ['rows.update'] });
    const update = wrapped.query(`UPDATE ${table} SET credit = :credit WHERE id = :id`, { id: 1, credit: 99 });
    await approve((payload) => ({ ...payload, match: { id: 2 }, values: { credit: 3 } }));
    await update;
    expect(await rowsOf(table)).toMatchObject([{ credit: 10 }, { credit: 3 }, { credit: 30 }]);
  });

  it('are read once: the value of an accessor is asked for and sent', async () => {
    const table = await newCustomers();
    const gate = new RecordingGate();
    const wrapped = wrapRecorded(newNamed(), gate, { connector: 'mysql' });
    let asked = 0;
    class Changing {
      get id() {
        asked += 1;
        return asked === 1 ? 1 : 2;
      }
    }
    await wrapped.query(`DELETE FROM ${table} WHERE id = :id`, new Changing() as never);
    const left = (await rowsOf(table)) as { id: number }[];
    expect(left.map(({ id }) => id)).toEqual([2, 3]);
    expect(gate.asked.map(({ payload }) => payload)).toEqual([{ table, match: { id: 1 } }]);
  });

  it('write nothing when everything is blocked: a name among them, and an object that is no value', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    await world.sql(`CREATE OR REPLACE FUNCTION named() RETURNS int BEGIN DELETE FROM ${table}; RETURN 1; END`);
    await world.sql('CREATE OR REPLACE VIEW naming AS SELECT named() AS a');
    const wrapped = wrapRecorded(newNamed(), blockingGate(), { connector: 'mysql' });
    for (const [sql, values] of [
      ['SELECT * FROM ::view', { view: 'naming' }],
      ['SELECT * FROM ::view', { view: 'shop.naming' }],
      ['SELECT 1 FROM ::table WHERE id IN (SELECT a FROM ::view)', { table, view: 'naming' }],
      ['SELECT ::call(1)', { call: 'named' }],
      ['SELECT * FROM :view', { view: { toSqlString: () => 'naming' } }],
      ['SELECT `a:call` FROM naming', { call: 'x' }],
      [`DELETE FROM ${table} WHERE id = :id`, { id: 1 }],
    ] as const)
      await told(() => wrapped.query(sql, values as never));
    expect(await rowsOf(table)).toEqual(before);
  });

  it('are simulated for a test key', async () => {
    const table = await newCustomers();
    const { wrapped } = await setup(
      createPool(settings()),
      {},
      await newGovernance({ as: ({ testAgent }) => testAgent }),
    );
    const [header] = await wrapped.query(`INSERT INTO ${table} (name) VALUES (:name)`, { name: 'x' });
    expect(header).toMatchObject({ affectedRows: 1 });
    expect(await rowsOf(table)).toHaveLength(3);
  });
});
