import { setTimeout as sleep } from 'node:timers/promises';
import { mysql } from '../../../src/connectors/mysql/mysql.connector.js';
import type { PerformingConnection } from '../../../src/connectors/mysql/server/performing-connection.js';
import { KeptTransports } from '../../../src/connectors/transport/kept-transports.js';
import { unique } from '../../support/client.js';
import { eventually, patience } from '../../support/patience.mjs';
import { newPerformer } from '../../support/service-trip.js';
import { contentsOf, newTable, startWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const COLUMNS = 'id int PRIMARY KEY AUTO_INCREMENT, name varchar(40), credit decimal(10,2) NOT NULL, at timestamp NULL';

async function performing() {
  const table = await newTable(world, COLUMNS);
  await world.sql(`INSERT INTO ${table} (name, credit) VALUES ('a', 10), ('b', 20), ('c', 30)`);
  const performer = await newPerformer('mysql', world.context.credentials as Record<string, string>);
  return { table, ...performer, rows: () => contentsOf(world, table) };
}

/** Resolves once a statement waits for a lock of another transaction. */
async function expectToWait(): Promise<void> {
  const waiting = async () => {
    // The server refreshes this view only if no query has read it for a tenth of a second.
    await sleep(150);
    return world.sql("SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'");
  };
  expect(await eventually(waiting, (found) => (found as unknown[]).length > 0)).toHaveLength(1);
}

const byKey = (table: string, id: number) => ['rows.delete', { table, match: { id } }] as const;
const byStatement = (table: string, id: number) => [
  'query',
  { sql: `DELETE FROM ${table} WHERE id = ?`, values: [id] },
];
const DELETIONS = [
  ['CASCADE', 'by its key', byKey],
  ['SET NULL', 'by a statement', byStatement],
] as const;

describe('a call of MySQL that the service makes', () => {
  it.each([
    ['an insert', (table: string) => ['rows.insert', { table, values: [{ name: 'z', credit: 7 }, { credit: 8 }] }]],
    ['an update', (table: string) => ['rows.update', { table, match: { id: 1 }, values: { credit: 99, name: null } }]],
    [
      'a moment with its zone',
      (table: string) => ['rows.update', { table, match: { id: 1 }, values: { at: '2026-01-02T03:04:05Z' } }],
    ],
    [
      'an expression',
      (table: string) => [
        'rows.update',
        { table, match: {}, values: { credit: 'credit * 2 + 1' }, expressions: ['credit'] },
      ],
    ],
    ['a deletion', (table: string) => ['rows.delete', { table, match: { id: { in: [2, 3] } } }]],
    [
      'a free statement',
      (table: string) => ['query', { sql: `UPDATE ${table} SET credit = credit + ? WHERE id < 3`, values: [5] }],
    ],
  ] as const)('is %s, which a rollback undoes', async (_, callOn) => {
    const { table, perform, rollback, rows } = await performing();
    const before = await rows();
    const [apiName, payload] = callOn(table) as [string, object];
    const { status, snapshot } = await perform(apiName, payload);
    expect([status, snapshot]).toEqual(['SUCCESS', expect.objectContaining({ captureFailed: false })]);
    expect(await rows()).not.toEqual(before);
    expect(await rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await rows()).toEqual(before);
  });

  it('reads without being able to write, by the registry and by statements, and cuts what is too much', async () => {
    const { table, perform, rows } = await performing();
    const before = await rows();
    const read = async (apiName: string, payload: object) => (await perform(apiName, payload)).response;
    expect(await read('query', { sql: `SELECT name FROM ${table} WHERE id = ?`, values: [2] })).toEqual({
      rowCount: 1,
      rows: [{ name: 'b' }],
    });
    const many = await read('query', { sql: 'SELECT seq FROM shop_numbers', values: [] });
    expect(many.refusal.message).toContain('shop_numbers');
    expect(await read('query', { sql: 'SELECT seq FROM seq_1_to_5000' })).toMatchObject({
      rowCount: 1000,
      truncated: true,
    });
    expect(await read('rows.list', { table, match: { id: { gt: 1 } }, columns: ['name'], limit: 1 })).toMatchObject({
      rows: [{ name: 'b' }],
    });
    expect(await read('rows.get', { table, match: { id: 3 } })).toMatchObject({ rows: [{ id: 3, name: 'c' }] });
    expect(await read('rows.count', { table })).toMatchObject({ rows: [{ count: '3' }] });
    expect(await read('rows.search', { table, text: 'B', columns: ['name'] })).toMatchObject({ rows: [{ id: 2 }] });
    expect((await read('tables.list', { schema: 'shop' })).rows).toContainEqual(
      expect.objectContaining({ name: table }),
    );
    expect((await read('columns.list', { table })).rows.map(({ name }: { name: string }) => name)).toEqual([
      'id',
      'name',
      'credit',
      'at',
    ]);
    for (const name of ['constraints.list', 'indexes.list', 'triggers.list'])
      expect(await read(name, { table })).toMatchObject({ rows: expect.any(Array) });
    for (const name of ['schemas.list', 'views.list', 'routines.list'])
      expect(await read(name, {})).toMatchObject({ rows: expect.any(Array) });
    expect(await rows()).toEqual(before);
  });

  it('is FAILED with the words of the server where the server refuses it', async () => {
    const { table, perform } = await performing();
    const { status, response } = await perform('rows.update', { table, match: { id: 1 }, values: { credit: null } });
    expect([status, response.refusal]).toEqual([
      'FAILED',
      { code: 'ER_BAD_NULL_ERROR', message: expect.stringContaining('credit') },
    ]);
  });

  it.each([
    ['the end of its transaction', 'COMMIT'],
    ['the end of its transaction behind a comment', '/* x */ COMMIT'],
    ['several statements', 'DELETE FROM nowhere; COMMIT'],
    ['a setting', "SET sql_mode = ''"],
  ])('is not %s', async (_, sql) => {
    const { perform, rows } = await performing();
    const before = await rows();
    const { status, response } = await perform('query', { sql });
    expect([status, response.refusal.message]).toEqual(['FAILED', expect.any(String)]);
    expect(await rows()).toEqual(before);
  });

  it('is performed and not undone where it ends transactions, as DDL does', async () => {
    const { table, perform, rollback } = await performing();
    const { status, snapshot } = await perform('query', { sql: `ALTER TABLE ${table} ADD COLUMN more int` });
    expect([status, snapshot]).toEqual(['SUCCESS', expect.objectContaining({ captureFailed: true })]);
    expect((await rollback()).results[0]).toMatchObject({ outcome: 'IRREVERSIBLE' });
  });

  it('is made once each by many at the same row', async () => {
    const { table, ask } = await performing();
    const sql = `UPDATE ${table} SET credit = credit + 1 WHERE id = 1`;
    const performers = await Promise.all(
      [1, 2, 3].map(() => newPerformer('mysql', world.context.credentials as Record<string, string>)),
    );
    const asked = await Promise.all([ask, ...performers.map((one) => one.ask)].map((one) => one('query', { sql })));
    expect(asked.map(({ body }) => body.data.status)).toEqual(Array(4).fill('SUCCESS'));
    expect(await world.sql(`SELECT credit FROM ${table} WHERE id = 1`)).toEqual([{ credit: '14.00' }]);
  });

  it.each(DELETIONS)(
    'undoes a deletion with ON DELETE %s where no row came in between (%s), and keeps no snapshot where one did',
    async (rule, _, deletion) => {
      const { table, perform, rollback, rows } = await performing();
      await world.sql(`CREATE TABLE ${table}_orders (id int PRIMARY KEY, customer int,
        FOREIGN KEY (customer) REFERENCES ${table} (id) ON DELETE ${rule})`);
      const [apiName, payload] = deletion(table, 2) as [string, object];
      expect((await perform(apiName, payload)).snapshot).toMatchObject({ captureFailed: false });
      const other = await world.pool.getConnection();
      await other.query('BEGIN');
      await other.query(`INSERT INTO ${table}_orders VALUES (1, 3)`);
      const called = perform(...(deletion(table, 3) as [string, object]));
      await expectToWait();
      await other.query('COMMIT');
      other.release();
      expect(await called).toMatchObject({ status: 'SUCCESS', snapshot: { captureFailed: true } });
      const { results } = await rollback();
      expect(results).toMatchObject([{ outcome: 'IRREVERSIBLE' }, { outcome: 'ROLLED_BACK' }]);
      expect(await rows()).toMatchObject([[{ id: 1 }, { id: 2 }]]);
    },
  );

  it.each(DELETIONS)(
    'lets no row point at a deleted one (ON DELETE %s, deleted %s) between the capture and the deletion',
    async (rule, _, deletion) => {
      const { table, perform, rollback, rows } = await performing();
      const before = await rows();
      await world.sql(`CREATE TABLE ${table}_orders (id int PRIMARY KEY, customer int,
        FOREIGN KEY (customer) REFERENCES ${table} (id) ON DELETE ${rule})`);
      // The trigger begins after the capture, and waits until the test lets it go on.
      const gate = unique('gate');
      await world.sql(`CREATE TRIGGER ${table}_waits BEFORE DELETE ON ${table} FOR EACH ROW
        SET @gate = GET_LOCK('${gate}', 60) + RELEASE_LOCK('${gate}')`);
      const other = await world.pool.getConnection();
      await other.query('SELECT GET_LOCK(?, 0)', [gate]);
      const called = perform(...(deletion(table, 1) as [string, object]));
      await eventually(
        () => world.sql("SELECT 1 FROM information_schema.PROCESSLIST WHERE STATE = 'User lock'"),
        (found) => (found as unknown[]).length > 0,
      );
      const inserted = world.sql(`INSERT INTO ${table}_orders VALUES (1, 1)`).catch((error) => error.code);
      await expectToWait();
      await other.query('SELECT RELEASE_LOCK(?)', [gate]);
      other.release();
      expect(await called).toMatchObject({ status: 'SUCCESS', snapshot: { captureFailed: false } });
      expect(await inserted).toBe('ER_NO_REFERENCED_ROW_2');
      expect((await rollback()).results).toMatchObject([{ outcome: 'ROLLED_BACK' }]);
      expect(await rows()).toEqual(before);
    },
  );
});

describe('a connection to MySQL that is kept', () => {
  let kept: KeptTransports;
  beforeEach(() => {
    kept = new KeptTransports(patience(60_000));
  });
  afterEach(() => kept.close());

  const open = async () =>
    (await kept.open('one', 'mysql', {
      ...world.context,
      openTransport: () => mysql.transport(world.context),
    })) as unknown as PerformingConnection;
  const idOf = async (transport: PerformingConnection, mode: 'read' | 'write' = 'read') => {
    await transport.begin(mode);
    return (await transport.rows('SELECT CAST(CONNECTION_ID() AS CHAR)'))[0]?.[0];
  };

  it('serves the next work without a transaction, setting, lock or text encoding of the last one', async () => {
    const table = await newTable(world, COLUMNS);
    const first = await open();
    const id = await idOf(first, 'write');
    const encoding = await first.rows('SELECT @@character_set_client, @@collation_connection');
    await first.run(`INSERT INTO ${table} (name, credit) VALUES ('left over', 1)`);
    await first.run("SELECT GET_LOCK('left over', 0)");
    await first.run("SET @left = 'over', SESSION group_concat_max_len = 4321");
    await first.close();
    const again = await open();
    expect(await idOf(again)).toBe(id);
    const found = await again.rows(
      "SELECT @left, CAST(@@group_concat_max_len AS CHAR) = '4321', CAST(IS_USED_LOCK('left over') AS CHAR)",
    );
    expect(found).toEqual([[null, '0', null]]);
    expect(await again.rows('SELECT @@character_set_client, @@collation_connection')).toEqual(encoding);
    expect(await contentsOf(world, table)).toEqual([[]]);
    await again.close();
  });

  it('is closed after the statement of an agent, which may have chosen another database', async () => {
    const first = await open();
    const id = await idOf(first);
    await first.answer('USE mysql');
    await first.close();
    const again = await open();
    expect(await idOf(again)).not.toBe(id);
    await again.close();
  });

  it('is closed when its credential is replaced while it works', async () => {
    const first = await open();
    const id = await idOf(first);
    kept.forget('one', 'mysql');
    await first.close();
    const again = await open();
    expect(await idOf(again)).not.toBe(id);
    await again.close();
  });
});
