import { createConnection as connectOld, createPool as createOldPool, raw } from 'mysql2';
import { type Connection, createConnection, createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { blockingGate, wrapRecorded } from '../../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../../sdk/test/support/recording-gate.js';
import { startWorld, type World } from '../../../../connectors/needs-mariadb/world.js';

/** The server decides what a text reads: its views, its functions, its reading of quotes. */
let world: World;
const LIMITED = 'limited';

beforeAll(async () => {
  world = await startWorld();
  const touching = 'RETURNS int BEGIN INSERT INTO shop.effects VALUES (1); RETURN 1; END';
  for (const sql of [
    'CREATE TABLE people (id int PRIMARY KEY, name varchar(40))',
    "INSERT INTO people VALUES (1, 'Ada'), (2, 'Bob')",
    'CREATE TABLE effects (n int)',
    'CREATE SEQUENCE numbers',
    `CREATE FUNCTION touch() ${touching}`,
    `CREATE FUNCTION shop.count (a int) ${touching}`,
    `CREATE FUNCTION shop.now () ${touching}`,
    `CREATE FUNCTION shop.\`abs\u00a0\`(a int) ${touching}`,
    'CREATE VIEW direct AS SELECT touch() AS a',
    'CREATE VIEW nested AS SELECT a FROM direct',
    'CREATE VIEW joined AS SELECT p.id FROM people p LEFT JOIN direct d ON d.a = p.id',
    'CREATE VIEW conditional AS SELECT id FROM people WHERE touch() = 1',
    'CREATE VIEW derived AS SELECT id FROM (SELECT id, touch() AS a FROM people) AS x',
    'CREATE VIEW subquery AS SELECT (SELECT max(a) FROM direct) AS a',
    'CREATE ALGORITHM = TEMPTABLE VIEW materialised AS SELECT touch() AS a',
    'CREATE VIEW `odd``name` AS SELECT touch() AS a',
    'CREATE VIEW `from` AS SELECT touch() AS a',
    'CREATE VIEW numbering AS SELECT NEXT VALUE FOR numbers AS n',
    'CREATE VIEW spaced AS SELECT shop.count (1) AS a',
    'CREATE VIEW harmless AS SELECT p.id, UPPER(p.name) AS name FROM people p JOIN people q ON q.id = p.id',
    'CREATE VIEW above AS SELECT name FROM harmless WHERE id > 0',
    'CREATE DATABASE other',
    'CREATE VIEW other.elsewhere AS SELECT shop.touch() AS id',
    'CREATE VIEW visible AS SELECT a FROM direct',
    "INSTALL SONAME 'ha_federatedx'",
    `CREATE TABLE remote (a int) ENGINE = FEDERATED CONNECTION = '${world.url}/direct'`,
    'CREATE VIEW sys.made AS SELECT shop.touch() AS id',
    `CREATE USER '${LIMITED}'@'%' IDENTIFIED BY 'secret'`,
    `GRANT SELECT ON shop.nested TO '${LIMITED}'@'%'`,
    `GRANT SELECT, SHOW VIEW ON shop.visible TO '${LIMITED}'@'%'`,
    `GRANT SELECT ON shop.people TO '${LIMITED}'@'%'`,
  ])
    await world.sql(sql);
});
afterAll(() => world.stop());

const opened: { end(): unknown }[] = [];
afterEach(async () => {
  for (const client of opened.splice(0)) await client.end();
});
function closing<T extends { end(): unknown }>(client: T): T {
  opened.push(client);
  return client;
}

const newPool = (options: object = {}) => closing(createPool({ uri: world.url, connectionLimit: 2, ...options }));
const newConnection = async (options: object = {}) => closing(await createConnection({ uri: world.url, ...options }));
const limited = () => ({ uri: world.url.replace('root', LIMITED) });

/** Returns a digest of everything that a statement can change. */
async function digest(): Promise<unknown> {
  const [effects, next] = [
    await world.sql('SELECT count(*) AS n FROM effects'),
    await world.sql('SELECT next_not_cached_value AS n FROM numbers'),
  ];
  return [effects, next, await world.sql('SELECT * FROM people')];
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ran',
    ({ code }: { code?: string }) => String(code),
  );

type Asks = (client: Pool | Connection) => Promise<unknown>;
const query =
  (sql: string, values?: unknown): Asks =>
  (client) =>
    client.query(sql, values as never);

const marked = (value: object) => ({ [Symbol.for('sql-escaper.expand')]: true, value });

const FALSE_DATE = {
  [Symbol.toStringTag]: 'Date',
  ...Object.fromEntries(
    ['Time', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'].map((part) => [`get${part}`, () => 1]),
  ),
  getFullYear: () => "' OR touch() = 1 -- ",
};

const ATTACKS: readonly (readonly [name: string, asks: Asks])[] = [
  ['a view that calls a function', query('SELECT * FROM direct')],
  ['a view of a view that calls one', query('SELECT a FROM nested')],
  ['a view that joins one', query('SELECT id FROM joined')],
  ['a view that calls one in a condition', query('SELECT id FROM conditional')],
  ['a view of a derived table that calls one', query('SELECT id FROM derived')],
  ['a view of a subquery that calls one', query('SELECT a FROM subquery')],
  ['a view that is materialised', query('SELECT a FROM materialised')],
  ['a view with a backtick in its name', query('SELECT a FROM `odd``name`')],
  ['a view with the name of a word', query('SELECT a FROM `from`')],
  ['a view with the name of a word behind its database', query('SELECT a FROM shop.from')],
  ['a view that takes a number of a sequence', query('SELECT n FROM numbering')],
  ['a view that calls a function named like one of the server', query('SELECT a FROM spaced')],
  ['a table of another server, which is a view there', query('SELECT a FROM remote')],
  ['a view by its database', query('SELECT * FROM `shop`.`direct`')],
  ['a view in another letter case of its words', query('select * From direct')],
  ['a view of another database', query('SELECT id FROM other.elsewhere')],
  ['a view in a join', query('SELECT p.id FROM people p, direct d')],
  ['a view in a subquery', query('SELECT id FROM people WHERE id IN (SELECT a FROM direct)')],
  ['a view in EXISTS', query('SELECT 1 WHERE EXISTS (SELECT 1 FROM direct)')],
  ['a view in a UNION', query('SELECT id FROM people UNION SELECT a FROM direct')],
  ['a view in SHOW', query('SHOW TABLES WHERE (SELECT a FROM direct) = 1')],
  ['a view whose plan is asked for', query('EXPLAIN SELECT * FROM materialised')],
  ['a view as a value', query('SELECT * FROM ??', ['direct'])],
  ['a view as a value with its database', query('SELECT * FROM ??', ['shop.direct'])],
  ['views as a list of values', query('SELECT * FROM people WHERE id IN (SELECT 1 FROM ??)', [['people', 'direct']])],
  ['a view as a value of an option', (client) => client.query({ sql: 'SELECT * FROM ??', values: ['direct'] })],
  ['a view in a prepared statement', (client) => client.execute('SELECT * FROM direct WHERE a = ?', [1])],
  ['its own SQL within a map', query('SELECT * FROM people WHERE ?', [new Map([['id', raw('touch()')]])])],
  ['its own SQL within a set', query('SELECT * FROM people WHERE id IN (?)', [new Set([raw('touch()')])])],
  [
    'a view within a set of names',
    query('SELECT * FROM people WHERE id IN (SELECT a FROM ??)', [[new Set(['direct'])]]),
  ],
  ['its own SQL within a marked object', query('SELECT 1 FROM people WHERE ?', [marked({ id: raw('touch()') })])],
  ['what only seems to be a date', query('SELECT 1 FROM people WHERE name < ?', [FALSE_DATE])],
  ['its own SQL of a named value', query('SELECT * FROM people WHERE id = :id', { id: raw('touch()') })],
  ['a function named like one of the server', query('SELECT count (1)')],
  ['the same in another letter case', query('SELECT COUNT (1)')],
  ['the same behind a line break', query('SELECT count\n(1)')],
  ['the same without parameters', query('SELECT now ()')],
  ['the same in a condition', query('SELECT id FROM people WHERE count (id) = 1')],
  ['a function whose name ends with a space of Unicode', query('SELECT abs\u00a0(1)')],
  ['a comment that is executed', query('SELECT 1 /*M!100000 + touch() */')],
  ['a function behind INFORMATION_SCHEMA', query('SELECT 1 FROM information_schema.TABLES WHERE shop.touch() = 1')],
  ['the next number of a sequence', query('SELECT numbers.nextval')],
  ['a number of a sequence that is set', query('SELECT SETVAL(numbers, 1000)')],
  ['an executed text', query("EXECUTE IMMEDIATE 'SELECT touch()'")],
  ['a block', query('BEGIN NOT ATOMIC DO touch(); END')],
  ['a statement with settings of its own', query("SET STATEMENT sql_mode = 'ORACLE' FOR SELECT touch()")],
  ['the values of a table constructor', query('VALUES (touch())')],
  ['a table function', query("SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a int PATH '$')) AS x, direct")],
];

const QUOTING = "x' OR touch() = 1 -- ";
const WIDE = "\u4e2d' OR touch() = 1 -- ";
const BY_NAME = 'SELECT id FROM people WHERE name = ?';
/** If the last quote belongs to the text before it, the call stands outside the string. */
const YEN = "SELECT '\u00a5', ' , touch() , '''";
const TRUNCATED = "SELECT '\u0127 , touch() , \u0127'";

const SETTINGS: readonly (readonly [name: string, before: string | null, options: () => object, Asks])[] = [
  [
    'a mode of the server without backslashes',
    "SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'",
    () => ({}),
    query(BY_NAME, [QUOTING]),
  ],
  [
    'the same, with an object of values',
    "SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'",
    () => ({}),
    query('SELECT id FROM people WHERE ?', { name: QUOTING }),
  ],
  [
    'the same, with named values',
    "SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'",
    () => ({ namedPlaceholders: true }),
    query('SELECT id FROM people WHERE name = :name', { name: QUOTING }),
  ],
  [
    'quotes of names',
    "SET GLOBAL sql_mode = 'ANSI_QUOTES'",
    () => ({}),
    query('SELECT "a", "b" FROM people WHERE name = "\', touch(), \'"'),
  ],
  ['the mode of another server', "SET GLOBAL sql_mode = 'ORACLE'", () => ({}), query('SELECT touch')],
  ['ignored spaces', "SET GLOBAL sql_mode = 'IGNORE_SPACE'", () => ({}), query('SELECT count (1) FROM direct')],
  [
    'a mode that each connection begins with',
    `SET GLOBAL init_connect = "SET sql_mode = 'NO_BACKSLASH_ESCAPES'"`,
    limited,
    query(BY_NAME, [QUOTING]),
  ],
  [
    'a character set that each connection begins with',
    'SET GLOBAL init_connect = "SET NAMES gbk"',
    limited,
    query(BY_NAME, [WIDE]),
  ],
  ['a character set with a yen sign for a backslash', null, () => ({ charset: 'SJIS_JAPANESE_CI' }), query(YEN)],
  ['the same for EUC', null, () => ({ charset: 'UJIS_JAPANESE_CI' }), query(YEN)],
  ['a character set that cuts characters to a byte', null, () => ({ charset: 'LATIN1_SWEDISH_CI' }), query(TRUNCATED)],
  [
    'the same in a value',
    null,
    () => ({ charset: 'LATIN1_SWEDISH_CI' }),
    query(BY_NAME, ['\u0127 OR touch() = 1 -- ']),
  ],
];

describe('a wrapped client of mysql2 that looks names up in the catalogue', () => {
  it.each(ATTACKS)('changes nothing when everything is blocked: %s', async (_, asks) => {
    const before = await digest();
    const pool = wrapRecorded(newPool(), blockingGate(), { connector: 'mysql' });
    const connection = wrapRecorded(await newConnection(), blockingGate(), { connector: 'mysql' });
    for (const client of [pool, connection, connection]) await codeOf((async () => asks(client))());
    expect(await digest()).toEqual(before);
  });

  describe('with settings of the server or of the client', () => {
    afterEach(async () => {
      await world.sql("SET GLOBAL sql_mode = DEFAULT, GLOBAL init_connect = ''");
    });
    it.each(SETTINGS)('changes nothing when everything is blocked: %s', async (_, before, options, asks) => {
      if (before) await world.sql(before);
      const unchanged = await digest();
      const pool = wrapRecorded(newPool(options()), blockingGate(), { connector: 'mysql' });
      const connection = wrapRecorded(await newConnection(options()), blockingGate(), { connector: 'mysql' });
      await codeOf(asks(pool));
      await codeOf(asks(connection));
      await codeOf(asks(connection));
      expect(await digest()).toEqual(unchanged);
    });
  });

  it.each([
    ['that it must not see', 'SELECT * FROM nested'],
    ['of a view that it must not see', 'SELECT * FROM visible'],
  ])('asks where a role reads a view %s', async (_, sql) => {
    const before = await digest();
    const gate = blockingGate();
    const wrapped = wrapRecorded(newPool(limited()), gate, { connector: 'mysql' });
    expect(await codeOf(wrapped.query(sql))).toBe('policy-blocked');
    expect(await digest()).toEqual(before);
  });

  it('asks also when the session shows only some rows of each answer', async () => {
    const before = await digest();
    const raw = await newConnection();
    await raw.query('SET sql_select_limit = 0');
    const wrapped = wrapRecorded(raw, blockingGate(), { connector: 'mysql' });
    expect(await codeOf(wrapped.query('SELECT * FROM direct'))).toBe('policy-blocked');
    expect(await digest()).toEqual(before);
  });

  it.each([
    ['other', 'elsewhere'],
    ['sys', 'made'],
  ])('asks also when the connection has changed to another database: %s', async (name, view) => {
    const before = await digest();
    const raw = await newConnection();
    await raw.query(`USE ${name}`);
    const wrapped = wrapRecorded(raw, blockingGate(), { connector: 'mysql' });
    expect(await codeOf(wrapped.query(`SELECT id FROM ${view}`))).toBe('policy-blocked');
    expect(await digest()).toEqual(before);
  });

  it('reads a temporary table that hides a view', async () => {
    const raw = await newConnection();
    await raw.query('CREATE TEMPORARY TABLE hidden (a int)');
    const gate = blockingGate();
    expect(await codeOf(wrapRecorded(raw, gate, { connector: 'mysql' }).query('SELECT a FROM hidden'))).toBe('ran');
    expect(gate.log).toEqual([]);
  });

  it('streams a view that calls a function nowhere without being asked for', async () => {
    const before = await digest();
    const pool = closing(createOldPool({ uri: world.url }));
    const connection = closing(connectOld({ uri: world.url }));
    for (const client of [pool, connection]) {
      const wrapped = wrapRecorded(client, blockingGate(), { connector: 'mysql' });
      const failed = new Promise((resolve) => wrapped.query('SELECT * FROM direct').on('error', resolve));
      expect(await failed).toMatchObject({ code: 'ungoverned-call' });
      const called = new Promise((resolve) => wrapped.query('SELECT * FROM direct', resolve));
      expect(await called).toMatchObject({ code: 'policy-blocked' });
      const prepared = new Promise((resolve) => wrapped.execute('SELECT * FROM direct', resolve));
      expect(await prepared).toMatchObject({ code: 'policy-blocked' });
    }
    expect(await digest()).toEqual(before);
  });

  it.each([
    'SELECT id, UPPER(name) FROM people',
    'SELECT id, name FROM harmless ORDER BY id',
    'SELECT name FROM above',
    'SELECT table_name FROM information_schema.TABLES WHERE table_name IS NULL',
    'SHOW TABLES',
    'SHOW CREATE VIEW direct',
    'DESCRIBE direct',
    'SELECT CURDATE() IS NULL',
    "SELECT id FROM people WHERE name = 'caf\u00e9'",
    'SELECT 1',
  ])("passes proved statements, and returns the server's answers: %s", async (sql) => {
    const gate = blockingGate();
    const raw = newPool();
    const wrapped = wrapRecorded(raw, gate, { connector: 'mysql' });
    expect((await wrapped.query(sql))[0]).toEqual((await raw.query(sql))[0]);
    expect((await wrapped.execute(sql))[0]).toEqual((await raw.execute(sql))[0]);
    expect(gate.log).toEqual([]);
  });

  it('reads quotes, backslashes and other letters among values', async () => {
    const gate = blockingGate();
    const wrapped = wrapRecorded(newPool(), gate, { connector: 'mysql' });
    const values = ["O'Brien \\ \u4e2d"];
    expect((await wrapped.query('SELECT ? AS a', values))[0]).toEqual([{ a: values[0] }]);
    expect(gate.log).toEqual([]);
  });

  it('streams proved statements, and emits their fields', async () => {
    const gate = blockingGate();
    for (const client of [closing(createOldPool({ uri: world.url })), closing(connectOld({ uri: world.url }))]) {
      const wrapped = wrapRecorded(client, gate, { connector: 'mysql' });
      for (const sql of ['SELECT id FROM people ORDER BY id', 'SELECT id FROM harmless ORDER BY id']) {
        const rows: unknown[] = [];
        for await (const row of wrapped.query(sql).stream()) rows.push(row);
        expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
        const fields = new Promise((resolve) => wrapped.query(sql, () => undefined).on('fields', resolve));
        expect(await fields).toMatchObject([{ name: 'id' }]);
      }
    }
    expect(gate.log).toEqual([]);
  });

  it('asks the server once for each text, and again after something may have changed it', async () => {
    const raw = await newConnection();
    const wrapped = wrapRecorded(raw, new RecordingGate(), { connector: 'mysql' });
    const questions = async () => {
      const [[status]] = await raw.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Questions'");
      return Number(status?.Value);
    };
    const sent = async (...texts: string[]) => {
      const before = await questions();
      for (const sql of texts) await wrapped.query(sql);
      return (await questions()) - before - 1;
    };
    const text = 'SELECT id FROM people WHERE id = 1';
    expect(await sent(text)).toBe(2);
    expect(await sent(text, text, text)).toBe(3);
    expect(await sent('SELECT 1', 'SHOW TABLES')).toBe(2);
    const letters = "SELECT id FROM people WHERE name = '\u4e2d'";
    expect(await sent(letters)).toBe(3);
    expect(await sent(letters, letters)).toBe(2);
    await wrapped.query('CREATE OR REPLACE VIEW other.later AS SELECT 1');
    expect(await sent(text)).toBe(2);
  });
});
