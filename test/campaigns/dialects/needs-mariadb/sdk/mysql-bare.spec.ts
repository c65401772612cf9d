import { createPool as createOldPool, type ResultSetHeader } from 'mysql2';
import { createPool } from 'mysql2/promise';
import {
  calledBack,
  closing,
  newCustomers,
  newPool,
  rowsOf,
  setup,
  world,
} from '../../../../../sdk/test/needs-mariadb/customers.js';
import { wrapRecorded } from '../../../../../sdk/test/support/every-method.js';
import { newGovernance } from '../../../../../sdk/test/support/governance.js';
import { RecordingGate } from '../../../../../sdk/test/support/recording-gate.js';
import { newTable } from '../../../../connectors/needs-mariadb/world.js';
import { rollBack } from '../../../../support/roll-back.js';

const wrapped = <T extends object>(client: T, gate = new RecordingGate()) =>
  wrapRecorded(client, gate, { connector: 'mysql' });

/** Returns the content of an answer or an error of mysql2. */
const told = (call: Promise<unknown>) =>
  call.then(
    (answer) => (answer as unknown[])[0],
    ({ code, errno, message, sqlState }: Record<string, unknown>) => ({ code, errno, message, sqlState }),
  );

describe('a statement of the agent', () => {
  it.each<[string, unknown]>([
    ['UPDATE TABLE SET at = ? WHERE id = 1', [new Date(Date.UTC(2026, 0, 1))]],
    ['UPDATE TABLE SET raw = ? WHERE id = 1', [Buffer.from([0, 39, 92, 255])]],
    ['UPDATE TABLE SET name = ? WHERE id = ?', ['5.50', '1abc']],
    ['UPDATE TABLE SET name = ? WHERE name = ?', [true, 0]],
    ["UPDATE TABLE SET name = 'what?' WHERE id = ?", [1]],
    ['UPDATE TABLE SET ? WHERE id = 1', { name: "O'Brien \\ \u4e2d", raw: null }],
    ['UPDATE TABLE SET ? WHERE id = 1', [{ [Symbol.for('sql-escaper.expand')]: true, value: { name: 'marked' } }]],
    [
      'INSERT INTO TABLE (id, name) VALUES ?',
      [
        [
          [7, 'a'],
          [8, 'b'],
        ],
      ],
    ],
    ['INSERT INTO TABLE (id, name) VALUES (?, 0x41)', [9]],
    ["INSERT INTO TABLE VALUES (9, 'x', NULL, NULL) -- a comment", []],
    ['DELETE FROM TABLE WHERE at < TIMESTAMP(?)', ['2026-01-01 03:00']],
    ['DELETE FROM TABLE WHERE id = ? ORDER BY id LIMIT 1', [1]],
    ['DELETE FROM TABLE WHERE name = 0', undefined],
    ['UPDATE TABLE SET name = 1.50', undefined],
    ['UPDATE TABLE SET name = NULL WHERE id = 1', undefined],
    ['UPDATE TABLE SET id = 2 WHERE id = 1', undefined],
  ])('has the same effect and answer as bare: %s', async (text, values) => {
    const results: unknown[] = [];
    for (const style of ['query', 'execute', 'callback'] as const) {
      const pair: unknown[] = [];
      for (const isBare of [true, false]) {
        const govern = <T extends object>(client: T) => (isBare ? client : wrapped(client));
        const table = await newTable(world, 'id int PRIMARY KEY, name varchar(40), at datetime, raw varbinary(20)');
        await world.sql(`INSERT INTO ${table} VALUES (1, 'a', '2026-01-01', NULL), (2, 'b', '2025-12-31 17:30', NULL)`);
        const sql = text.replace('TABLE', table);
        const pool = govern(newPool());
        const old = govern(closing(createOldPool({ uri: world.url })));
        const answer =
          style === 'callback'
            ? calledBack((done) => old.query(sql, values as never, done)).then(([error, ...rest]) => {
                if (error) throw error;
                return rest;
              })
            : style === 'query'
              ? pool.query(sql, values as never)
              : pool.execute(sql, values as never);
        const said = JSON.stringify(await told(answer)).replaceAll(table, 'table');
        pair.push([said, await world.sql(`SELECT * FROM ${table} ORDER BY id`)]);
        closing(pool);
      }
      results.push(pair[0]);
      expect(pair[1]).toEqual(pair[0]);
    }
    expect(results).toHaveLength(3);
  });
});

describe('without an approval', () => {
  it.each([
    ['of one row each', (table: string) => `UPDATE ${table} SET name = ? WHERE name IS NULL ORDER BY id LIMIT 1`, 10],
    ['of the same row', (table: string) => `UPDATE ${table} SET name = ? WHERE id = 1 AND name IS NULL`, 1],
    ['of every row', (table: string) => `UPDATE ${table} SET name = ? WHERE name IS NULL`, 10],
  ])('ten claims of a queue at once end as they do bare: %s', async (_, statement, claimed) => {
    const counts = [];
    for (const isBare of [true, false]) {
      const table = await newTable(world, 'id int PRIMARY KEY AUTO_INCREMENT, name varchar(40)');
      await world.sql(`INSERT INTO ${table} (name) VALUES ${Array(10).fill('(NULL)').join(', ')}`);
      const raw = closing(createPool({ uri: world.url, connectionLimit: 10 }));
      const pool = isBare ? raw : wrapped(raw);
      const claims = Array.from({ length: 10 }, (_, worker) =>
        pool.query<ResultSetHeader>(statement(table), [`w${worker}`]),
      );
      const answers = await Promise.all(claims);
      counts.push(answers.reduce((sum, [{ affectedRows }]) => sum + affectedRows, 0));
    }
    expect(counts).toEqual([claimed, claimed]);
  });

  it('a queue of transactions that skip what is locked hands out each job once', async () => {
    const table = await newTable(world, 'id int PRIMARY KEY AUTO_INCREMENT, name varchar(40)');
    await world.sql(`INSERT INTO ${table} (name) VALUES ${Array(10).fill('(NULL)').join(', ')}`);
    const pool = wrapped(closing(createPool({ uri: world.url, connectionLimit: 10 })));
    const claim = async (worker: number) => {
      const connection = await pool.getConnection();
      await connection.beginTransaction();
      const text = `SELECT id FROM ${table} WHERE name IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
      const [[job]] = (await connection.query(text)) as unknown as [{ id: number }[]];
      await connection.query(`UPDATE ${table} SET name = ? WHERE id = ?`, [`w${worker}`, job?.id]);
      await connection.commit();
      connection.release();
      return job?.id;
    };
    const jobs = await Promise.all(Array.from({ length: 10 }, (_, worker) => claim(worker)));
    expect(new Set(jobs).size).toBe(10);
  });

  it('a trigger that reverts an update, or refuses it, works as it does bare', async () => {
    const table = await newCustomers();
    await world.sql(`CREATE TRIGGER ${table}_kept BEFORE UPDATE ON ${table} FOR EACH ROW BEGIN
      IF NEW.credit > 100 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'too much'; END IF;
      SET NEW.credit = OLD.credit; END`);
    const raw = newPool();
    const pool = wrapped(closing(raw));
    for (const values of [
      [5, 1],
      [500, 1],
    ]) {
      const update = `UPDATE ${table} SET credit = ? WHERE id = ?`;
      expect(await told(pool.query(update, values))).toEqual(await told(raw.query(update, values)));
      const free = `UPDATE ${table} SET credit = credit + ? WHERE id = ?`;
      expect(await told(pool.query(free, values))).toEqual(await told(raw.query(free, values)));
    }
    expect(await rowsOf(table)).toMatchObject([{ credit: 10 }, { credit: 20 }, { credit: 30 }]);
  });
});

describe('a user with few rights', () => {
  it('writes what it may write, and calls that cannot be undone say why', async () => {
    const table = await newCustomers();
    const user = `u_${table}`.slice(0, 30);
    await world.sql(`CREATE USER '${user}'@'%' IDENTIFIED BY 'secret'`);
    await world.sql(`GRANT UPDATE (credit), INSERT (name, credit), DELETE ON shop.${table} TO '${user}'@'%'`);
    const uri = world.url.replace('root', user);
    const credentials = { connector: 'mysql', values: { connectionString: uri } };
    const raw = createPool({ uri, connectionLimit: 2 });
    const { wrapped: pool, session } = await setup(raw, {}, await newGovernance({ credentials }));
    const bare = closing(createPool({ uri }));
    const kind = (call: Promise<unknown>) => told(call).then((answer) => (answer as { code?: string }).code ?? 'ran');
    const codes: string[] = [];
    for (const sql of [
      `UPDATE ${table} SET credit = 5`,
      `UPDATE ${table} SET credit = 6 WHERE id = 1`,
      `UPDATE ${table} SET name = 'x'`,
      `SELECT name FROM ${table}`,
      `INSERT INTO ${table} (name, credit) VALUES ('Di', 1)`,
      `DELETE FROM ${table}`,
    ]) {
      const code = await kind(pool.query(sql));
      expect([sql, code]).toEqual([sql, await kind(bare.query(sql))]);
      codes.push(code);
    }
    expect(codes).toEqual(['ran', DENIED, DENIED, 'ER_TABLEACCESS_DENIED_ERROR', 'ran', 'ran']);
    expect(await rowsOf(table)).toEqual([]);
    const { results } = await rollBack(session);
    // A failed statement has changed nothing; a statement that ran has no captured state.
    expect(results.map(({ apiName, outcome, detail }) => [apiName, outcome, detail]).sort()).toEqual([
      ['mysql.rows.delete', 'IRREVERSIBLE', 'not-undoable'],
      ['mysql.rows.insert', 'IRREVERSIBLE', 'not-undoable'],
      ['mysql.rows.update', 'IRREVERSIBLE', 'not-undoable'],
      ['mysql.rows.update', 'SKIPPED', 'nothing-to-undo'],
      ['mysql.rows.update', 'SKIPPED', 'nothing-to-undo'],
    ]);
  });
});

const DENIED = 'ER_COLUMNACCESS_DENIED_ERROR';
