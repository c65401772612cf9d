import { type Connection, createConnection } from 'mysql2/promise';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { startWorld, type World } from '../../../connectors/needs-mariadb/world.js';
import { randomOf } from '../random.js';
import { type Dialect, readingOf } from '../reading-sql.js';
import { seedsOf } from '../seeds.js';

/** Random statements that mean to be reads, in a session that blocks everything: the server stays as it is. */
const seeds = seedsOf(20, 10);
const STATEMENTS = 25;

const MYSQL: Dialect = {
  values: ['1', 'NULL', "'x'", '?', '@a', '@@sql_mode', '"x"', '0x41', "_latin1'a'", '?', '2', "'it''s'"],
  columns: ['id', 'id', 'name', 't.id', '`id`', '*'],
  calls: [
    ...['touch()', '`touch`()', 'shop.touch()', '`shop`.touch()', 'TOUCH()', 'touch/**/()', 'shop . touch()', '??()'],
    ...[
      'UPPER($)',
      'count($)',
      'COUNT(*)',
      'NOW()',
      'COALESCE($, $)',
      'IF($, $, $)',
      'abs($)',
      'CONCAT($, $)',
      'MAX($)',
    ],
    ...[
      'LENGTH($)',
      'EXISTS (SELECT $)',
      '$ = ANY (SELECT $)',
      'shop.count($)',
      '`count`($)',
      'abs\u00a0($)',
      'CAST($ AS CHAR)',
    ],
    ...[
      'SETVAL(numbers, 9000)',
      'NEXTVAL(numbers)',
      'LAST_INSERT_ID($)',
      "GET_LOCK('l', 0)",
      'SLEEP(0)',
      'BENCHMARK(1, $)',
    ],
  ],
  operators: ['+', '=', 'AND', 'OR', '<=>', 'LIKE', '||', '<', '-', ':='],
  sources: [
    ...[
      't',
      'direct',
      'nested',
      'other.direct',
      '`direct`',
      'shop.nested',
      'numbers',
      'harmless',
      'hidden',
      '`odd``name`',
    ],
    ...[
      't, direct',
      't JOIN nested ON TRUE',
      '(t, direct)',
      '??',
      'information_schema.tables',
      't NATURAL JOIN direct',
    ],
    ...["JSON_TABLE('[1]', '$[*]' COLUMNS (a int PATH '$')) j", 'DUAL'],
  ],
  tails: [
    ...[
      'FOR UPDATE',
      'LOCK IN SHARE MODE',
      'INTO @a',
      "INTO OUTFILE 'x'",
      'LIMIT 1',
      'PROCEDURE ANALYSE()',
      '; DO touch()',
    ],
    ...['LIMIT ?', '; DELETE FROM t', 'FOR UPDATE SKIP LOCKED', 'GROUP BY touch()', 'HAVING touch() = 1'],
  ],
  around: [
    ...['EXPLAIN $', 'ANALYZE $', 'EXPLAIN ANALYZE $', 'DESCRIBE $', '($)', 'WITH w AS ($) SELECT * FROM w', 'DO ($)'],
    ...[
      'SHOW TABLES WHERE ($)',
      'INSERT INTO effects $',
      'CREATE TABLE made AS $',
      'SET @a = ($)',
      '/*! $ */',
      '$ -- end',
    ],
    ...['SELECT 1 /*! FROM t */ UNION $', 'BEGIN NOT ATOMIC $; END', 'VALUES (($))', 'CALL doing()', 'HANDLER t OPEN'],
    ...[
      "PREPARE p FROM '$'",
      'EXECUTE p',
      'REPLACE INTO effects $',
      'SET STATEMENT max_statement_time = 9 FOR $',
      '$; $',
    ],
  ],
  noise: [
    ...[
      '/*',
      '*/',
      '/*!',
      '/*M!',
      '-- ',
      '#',
      "'",
      '"',
      '`',
      '\\',
      "\\'",
      ';',
      ' touch() ',
      ', touch()',
      "' OR touch() -- ",
    ],
    ...['\u00a0', '\u00a5', '\u4e2d', '\u0127', '\0', '\n', '??', '?', '(', ')', ' INTO @b ', '\ufeff', '\u2028'],
  ],
};

const CHARSETS = ['UTF8MB4_GENERAL_CI', 'LATIN1_SWEDISH_CI', 'SJIS_JAPANESE_CI', 'GBK_CHINESE_CI', 'BIG5_CHINESE_CI'];
const MODES = ["''", "'NO_BACKSLASH_ESCAPES'", "'ANSI_QUOTES'", "'ORACLE'", "'IGNORE_SPACE'", "'PIPES_AS_CONCAT'"];
const VALUES = [
  "' OR touch() -- ",
  "x\\' OR touch() -- ",
  "\u4e2d' OR touch() -- ",
  '\u0127 OR touch() -- ',
  'direct',
  5,
];

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const touching = 'RETURNS int BEGIN INSERT INTO shop.effects VALUES (1); RETURN 1; END';
  for (const sql of [
    'CREATE TABLE t (id int PRIMARY KEY, name varchar(40))',
    "INSERT INTO t VALUES (1, 'Ada'), (2, 'Bob')",
    'CREATE TABLE effects (n int)',
    'CREATE SEQUENCE numbers',
    `CREATE FUNCTION touch() ${touching}`,
    `CREATE FUNCTION shop.count (a int) ${touching}`,
    `CREATE FUNCTION shop.\`abs\u00a0\`(a int) ${touching}`,
    'CREATE PROCEDURE doing() DO touch()',
    'CREATE VIEW direct AS SELECT touch() AS id',
    'CREATE VIEW nested AS SELECT id FROM direct',
    'CREATE VIEW `odd``name` AS SELECT touch() AS id',
    'CREATE VIEW hidden AS SELECT NEXT VALUE FOR numbers AS id',
    'CREATE VIEW harmless AS SELECT id, UPPER(name) AS name FROM t',
    'CREATE DATABASE other',
    'CREATE VIEW other.direct AS SELECT shop.touch() AS id',
  ])
    await world.sql(sql);
});
afterAll(() => world.stop());

async function digest(): Promise<string> {
  const [tables, rows, effects, next] = [
    await world.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = 'shop' ORDER BY 1"),
    await world.sql('SELECT * FROM t ORDER BY id'),
    await world.sql('SELECT COUNT(*) AS n FROM effects'),
    await world.sql('SELECT next_not_cached_value AS n FROM numbers'),
  ];
  return JSON.stringify([tables, rows, effects, next]);
}

/** Runs the statements of one seed, one after another. */
async function run(seed: number, wrap: (client: Connection) => Connection): Promise<string[]> {
  const random = randomOf(seed);
  const raw = await createConnection({
    uri: world.url,
    multipleStatements: random(2) === 0,
    namedPlaceholders: random(4) === 0,
    charset: CHARSETS[random(3) === 0 ? random(CHARSETS.length) : 0] ?? '',
  });
  if (random(3) === 0) await raw.query(`SET SESSION sql_mode = ${MODES[random(MODES.length)]}`);
  await raw.query('SET SESSION lock_wait_timeout = 1, innodb_lock_wait_timeout = 1');
  const client = wrap(raw);
  const ran: string[] = [];
  for (let made = 0; made < STATEMENTS; made += 1) {
    const sql = readingOf(MYSQL, random);
    const count = sql.split('?').length - 1;
    const values = Array.from({ length: count }, () => VALUES[random(VALUES.length)]);
    const given = count === 0 ? undefined : values;
    const answer = random(4) === 0 ? client.execute(sql, given as never) : client.query(sql, given);
    await answer.then(
      () => ran.push(sql),
      () => undefined,
    );
  }
  raw.destroy();
  return ran;
}

describe('statements that look like reads of MySQL', () => {
  it.each(seeds.starts)('from seed %i on change nothing when everything is blocked', async (start) => {
    let before = await digest();
    for (const seed of seeds.from(start)) {
      const ran = await run(seed, (client) => wrapRecorded(client, blockingGate(), { connector: 'mysql' }));
      expect({ seed, ran, after: await digest() }).toEqual({ seed, ran, after: before });
      before = await digest();
    }
  });

  it('change something when they are not governed, and some of them run when they are', async () => {
    const before = await digest();
    const governed: string[] = [];
    for (const seed of Array(10).keys())
      governed.push(...(await run(seed, (client) => wrapRecorded(client, blockingGate(), { connector: 'mysql' }))));
    expect(governed.length).toBeGreaterThan(0);
    expect(await digest()).toEqual(before);
    await run(0, (client) => client);
    await run(1, (client) => client);
    expect(await digest()).not.toEqual(before);
  });
});
