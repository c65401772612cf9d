import { newCustomers, newPool, rowsOf, setup, world } from '../../../../../sdk/test/needs-mariadb/customers.js';

/** Statements that change, lock, write a file, wait or call something; none of them may be classified as a read. */
const ATTACKS = [
  'SELECT wipe()',
  'SELECT `wipe`()',
  'SELECT shop.wipe()',
  'SELECT id FROM people WHERE wipe() = 1',
  'SELECT id FROM people ORDER BY wipe()',
  'SELECT (SELECT wipe())',
  'SELECT 1 UNION SELECT wipe()',
  'WITH x AS (SELECT wipe() AS a) SELECT a FROM x',
  'SELECT /*! wipe() */',
  'SELECT /*!50000 wipe() */',
  'SELECT /*M! wipe() */',
  'SELECT 1 /*!, wipe() */',
  "SELECT 'a\\' AS b, wipe() -- '",
  'SELECT "a" AS b, wipe()',
  'SELECT 1; SELECT wipe()',
  "SELECT 1 INTO OUTFILE '/tmp/never-written'",
  "SELECT 1 INTO DUMPFILE '/tmp/never-written'",
  'SELECT 1 INTO @a',
  'SELECT @a := 1',
  'SELECT id FROM people FOR UPDATE',
  'SELECT id FROM people LOCK IN SHARE MODE',
  "SELECT GET_LOCK('a', 1)",
  "SELECT RELEASE_LOCK('a')",
  'SELECT RELEASE_ALL_LOCKS()',
  'SELECT SLEEP(0)',
  'SELECT BENCHMARK(1, 1)',
  'SELECT LAST_INSERT_ID(5)',
  "SELECT LOAD_FILE('/etc/hostname')",
  'SELECT NEXT VALUE FOR numbers',
  'SELECT NEXTVAL(numbers)',
  'SELECT PREVIOUS VALUE FOR numbers',
  'SELECT SETVAL(numbers, 50)',
  'SELECT id FROM people PROCEDURE ANALYSE()',
  'HANDLER people OPEN',
  'DO wipe()',
  'CALL wipes()',
  'SET @a = wipe()',
  "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'",
  'SET NAMES gbk',
  'SET NAMES sjis',
  'SET NAMES big5',
  "PREPARE p FROM 'DELETE FROM people'",
  'EXECUTE p',
  "EXECUTE IMMEDIATE 'DELETE FROM people'",
  'EXPLAIN ANALYZE SELECT wipe()',
  'ANALYZE SELECT wipe()',
  'SHOW TABLES WHERE wipe() = 1',
  'VALUES (wipe())',
  'TABLE people INTO @a',
  'BEGIN NOT ATOMIC SELECT wipe(); END',
  'LOCK TABLES people WRITE',
  'FLUSH TABLES',
  "LOAD DATA INFILE '/etc/hostname' INTO TABLE people (name)",
  'REPLACE INTO people (id) VALUES (1)',
  'KILL 1',
];

const CONCURRENT_CALLS = 10;

async function newShop() {
  const table = await newCustomers();
  await world.sql('CREATE SEQUENCE IF NOT EXISTS numbers');
  await world.sql(`CREATE OR REPLACE FUNCTION wipe() RETURNS int BEGIN DELETE FROM ${table}; RETURN 1; END`);
  return table;
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ran',
    (error: { code?: string }) => String(error.code),
  );

describe('a statement that a wrapped client of mysql2 treats as a read', () => {
  it('can do nothing else', async () => {
    const table = await newShop();
    const { wrapped, policy } = await setup(newPool());
    await policy('*', 'BLOCK');
    const statements = ATTACKS.map((attack) => attack.replace('people', table));
    const passed: string[] = [];
    for (let from = 0; from < statements.length; from += CONCURRENT_CALLS) {
      const some = statements.slice(from, from + CONCURRENT_CALLS).map(async (sql) => {
        if ((await codeOf(wrapped.query(sql))) !== 'policy-blocked') passed.push(sql);
      });
      await Promise.all(some);
    }
    expect(passed).toEqual([]);
    expect(await rowsOf(table)).toHaveLength(3);
  });

  const QUOTES = "x' OR wipe() = 1 OR name = '";
  const WIDE = "\u4e2d' OR wipe() = 1 -- ";

  it.each([
    ["SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'", `${QUOTES.replace("'", "' OR wipe() -- ")}`],
    ['SET NAMES gbk', WIDE],
    ['SET NAMES big5', WIDE],
    ['SET NAMES sjis', WIDE],
    ['SET character_set_client = gbk', WIDE],
    ["SET @@sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')", QUOTES],
  ])('has no trusted quotes once the session may read them in another way: %s', async (setting, value) => {
    const table = await newShop();
    const { wrapped, policy } = await setup(newPool());
    const connection = await wrapped.getConnection();
    await connection.query(`SELECT id FROM ${table} WHERE name = ?`, ["O'Brien \\ \u4e2d"]);
    await connection.query(setting);
    await policy('*', 'BLOCK');
    const reading = `SELECT id FROM ${table} WHERE name = ?`;
    const codes = [
      await codeOf(connection.query(reading, [value])),
      await codeOf(connection.query({ sql: reading, values: [value] })),
      await codeOf(connection.query(`SELECT id FROM ${table} WHERE ?`, { name: value })),
      await codeOf(connection.query(`SELECT id FROM ${table} WHERE ?`, [{ [value]: 1 }])),
      await codeOf(connection.query(reading, ['plain'])),
      await codeOf(connection.execute(reading, ["O'Brien"])),
    ];
    connection.release();
    expect(codes).toEqual(['policy-blocked', 'policy-blocked', 'policy-blocked', 'policy-blocked', 'ran', 'ran']);
    expect(await rowsOf(table)).toHaveLength(3);
  });

  it('is a free statement instead of a row operation when its text may mean something else', async () => {
    const table = await newShop();
    const { wrapped, actions } = await setup(newPool());
    const connection = await wrapped.getConnection();
    await connection.query("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'");
    const update = `UPDATE ${table} SET name = ? WHERE id = 1`;
    await codeOf(connection.query(update, ["x', credit = 99 -- "]));
    await connection.execute(update, ["O'Brien"]);
    connection.release();
    expect((await actions()).map(({ apiName }) => apiName)).toEqual([
      'mysql.query',
      'mysql.query',
      'mysql.rows.update',
    ]);
  });
});
