import { createConnection, createPool } from 'mysql2';
import { createConnection as connectPromised } from 'mysql2/promise';
import {
  calledBack,
  closing,
  newCustomers,
  newPool,
  rowsOf,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';
import { blockingGate, wrapRecorded } from '../../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../../sdk/test/support/recording-gate.js';

const newPromised = async () => closing(await connectPromised({ uri: world.url }));
const newOld = () => closing(createConnection({ uri: world.url }));
const wrapped = <T extends object>(client: T, gate = new RecordingGate()) =>
  wrapRecorded(client, gate, { connector: 'mysql' });

/** Returns the answer or the error of a call. */
const told = (call: Promise<unknown>) =>
  call.then(
    (answer) => JSON.parse(JSON.stringify((answer as unknown[])[0])) as unknown,
    ({ name, code, errno, message }: Record<string, unknown>) => ({ name, code, errno, message }),
  );
const toldBack = (call: (done: (...given: unknown[]) => void) => unknown) =>
  told(
    calledBack(call).then(([error, ...answer]) => {
      if (error) throw error;
      return answer;
    }),
  );

/** The same on the bare client and on the wrapped one, each with a table of its own. */
async function same(steps: (govern: <T extends object>(client: T) => T, table: string) => Promise<unknown>) {
  const gate = new RecordingGate();
  const results: unknown[] = [];
  for (const govern of [
    <T extends object>(client: T) => client,
    <T extends object>(client: T) => wrapped(client, gate),
  ]) {
    const table = await newCustomers();
    const answers = await steps(govern, table);
    results.push(JSON.parse(JSON.stringify([answers, await rowsOf(table)]).replaceAll(table, 'table')));
  }
  expect(results[1]).toEqual(results[0]);
  return gate.asked.map(({ apiName }) => apiName);
}

type Statement = { execute(...args: unknown[]): unknown; close(): unknown };

describe('a prepared statement of a wrapped connection', () => {
  it.each([
    ['reads', 'SELECT name FROM TABLE WHERE credit > ? ORDER BY id', []],
    ['writes', 'UPDATE TABLE SET credit = credit + 1 WHERE credit > ?', ['mysql.query', 'mysql.query']],
    ['changes rows', 'UPDATE TABLE SET credit = 5 WHERE credit > ?', ['mysql.rows.update', 'mysql.rows.update']],
  ])('%s, again and closed, as it does bare, with promises', async (_, text, asked) => {
    const operations = await same(async (govern, table) => {
      const connection = govern(await newPromised());
      const statement = await connection.prepare(text.replace('TABLE', table));
      const answers = [await told(statement.execute([10])), await told(statement.execute([20]))];
      await statement.close();
      return [...answers, await told(statement.execute([20]))];
    });
    expect(operations.slice(0, 2)).toEqual(asked);
  });

  it.each([
    ['reads', 'SELECT name FROM TABLE WHERE credit > ? ORDER BY id', []],
    ['writes', 'UPDATE TABLE SET credit = credit + 1 WHERE credit > ?', ['mysql.query', 'mysql.query']],
    ['changes rows', 'UPDATE TABLE SET credit = 5 WHERE credit > ?', ['mysql.rows.update', 'mysql.rows.update']],
  ])('%s, again and closed, as it does bare, with callbacks', async (_, text, asked) => {
    const operations = await same(async (govern, table) => {
      const connection = govern(newOld());
      const [, statement] = (await calledBack((done) => connection.prepare(text.replace('TABLE', table), done))) as [
        unknown,
        Statement,
      ];
      const execute = (value: number) => toldBack((done) => statement.execute([value], done));
      const answers = [await execute(10), await execute(20)];
      statement.close();
      return [...answers, await execute(20)];
    });
    expect(operations.slice(0, 2)).toEqual(asked);
  });

  it('runs the earlier calls before it is closed or released, without a wait between the calls', async () => {
    const asked = await same(async (govern, table) => {
      const pool = govern(closing(newPool()));
      const connection = await pool.getConnection();
      const statement = await connection.prepare(`UPDATE ${table} SET credit = ? WHERE id = 1`);
      const [first, second] = [told(statement.execute([1])), told(statement.execute([2]))];
      await statement.close();
      connection.release();
      return [await first, await second];
    });
    expect(asked).toEqual(['mysql.rows.update', 'mysql.rows.update']);
    await same(async (govern, table) => {
      const connection = govern(newOld());
      const [, statement] = (await calledBack((done) =>
        connection.prepare(`DELETE FROM ${table} WHERE id = ? OR id = 7`, done),
      )) as [unknown, Statement];
      const executed = toldBack((done) => statement.execute([3], done));
      statement.close();
      return [await executed, await toldBack((done) => connection.query('SELECT 1 AS one', done))];
    });
  });

  it('is prepared after the earlier calls', async () => {
    await same(async (govern, table) => {
      const connection = govern(await newPromised());
      const altered = told(connection.query(`ALTER TABLE ${table} ADD COLUMN later int DEFAULT 3`));
      const statement = await connection.prepare(`SELECT later FROM ${table} WHERE id = ?`);
      return [typeof (await altered), await told(statement.execute([1]))];
    });
  });

  it('fails to prepare as it does bare', async () => {
    await same(async (govern) => {
      const [promised, old] = [govern(await newPromised()), govern(newOld())];
      const text = 'SELECT nothing FROM nowhere_at_all';
      return [await told(promised.prepare(text).then(() => [])), await toldBack((done) => old.prepare(text, done))];
    });
  });

  it('is not sent unasked where its options change while it is prepared', async () => {
    const table = await newCustomers();
    const before = await rowsOf(table);
    const options = { sql: `DELETE FROM ${table}` };
    const connection = wrapped(await newPromised(), blockingGate());
    const prepared = connection.prepare(options);
    options.sql = 'SELECT 1 AS one';
    const statement = await prepared;
    await expect(statement.execute([])).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(await told(connection.execute(options.sql))).toEqual([{ one: 1 }]);
    expect(await rowsOf(table)).toEqual(before);
  });

  it('is asked for each time that it is executed, also in the pool of callbacks', async () => {
    const table = await newCustomers();
    const gate = blockingGate();
    const pool = wrapped(closing(createPool({ uri: world.url })), gate);
    const connection = await new Promise<Parameters<Parameters<typeof pool.getConnection>[0]>[1]>((resolve) =>
      pool.getConnection((_, given) => resolve(given)),
    );
    const [, statement] = (await calledBack((done) => connection.prepare(`DELETE FROM ${table}`, done))) as [
      unknown,
      Statement,
    ];
    for (let nth = 0; nth < 2; nth += 1) {
      expect(await toldBack((done) => statement.execute([], done))).toMatchObject({ code: 'policy-blocked' });
      expect(await toldBack((done) => statement.execute(done))).toMatchObject({ code: 'policy-blocked' });
    }
    expect(() => statement.execute([])).toThrow(expect.objectContaining({ code: 'ungoverned-call' }));
    connection.release();
    expect(await rowsOf(table)).toHaveLength(3);
  });
});
