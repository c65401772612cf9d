import pg from 'pg';
import { blockingGate } from '../../../sdk/test/support/every-method.js';
import { realPostgres } from '../../../sdk/test/support/postgres.js';
import { randomOf } from './random.js';
import { type Dialect, readingOf } from './reading-sql.js';
import { seedsOf } from './seeds.js';

/** Random statements that mean to be reads, in a session that blocks everything: the server stays as it is. */
const seeds = seedsOf(20, 10);
const STATEMENTS = 25;

const database = realPostgres();

const POSTGRES: Dialect = {
  values: [
    ...['1', 'NULL', "'x'", '$1', '2', "E'a\\'b'", '$$x$$', "'7'::checked", "CAST('7' AS checked)", "'1'::int"],
    ...['ROW(1)', 'ARRAY[1]', 'CURRENT_USER', "'x'::text", 'NULL::checked'],
  ],
  columns: ['id', 'id', 'name', 't.id', 't', 't.wipe', '(t).wipe', 't.*', '*', '"id"', 'id::text'],
  calls: [
    ...[
      'touch()',
      '"touch"()',
      'public.touch()',
      'public . touch()',
      'TOUCH()',
      'lower($)',
      'lower(1)',
      'upper($)',
      'count(*)',
    ],
    ...[
      'coalesce($, $)',
      'now()',
      'abs($)',
      "public.abs('x')",
      "abs('x'::text)",
      'wipe(t)',
      "nextval('numbers')",
      'length($)',
    ],
    ...[
      "setval('numbers', 9000)",
      "set_config('a.b', 'c', false)",
      'pg_advisory_lock(1)',
      'lo_creat(-1)',
      'max($)',
      'joined($, $)',
    ],
    ...[
      "query_to_xml('SELECT touch()', true, true, '')",
      "pg_notify('a', 'b')",
      'EXISTS (SELECT $)',
      '$ = ANY (SELECT $)',
    ],
    ...['row_to_json(t)', 'checked($)', 'pg_try_advisory_lock(1)', "format('%s', $)", 'concat($, $)', "('x' |+| 'y')"],
    ...[
      "ts_rewrite('a'::tsquery, 'SELECT touch()::text::tsquery, touch()::text::tsquery')",
      'CAST($ AS text)',
      '($)::text',
    ],
  ],
  operators: ['+', '=', 'AND', 'OR', '|+|', 'OPERATOR(public.|+|)', '||', '<>', 'IS DISTINCT FROM', 'LIKE'],
  sources: [
    ...['t', 'direct', 'nested', 'public.direct', 'other.direct', '"direct"', 'numbers', 'guarded', 'harmless', 't a'],
    ...[
      'touch()',
      'touch() f',
      'LATERAL touch() f',
      'ROWS FROM (touch(), now())',
      't NATURAL JOIN direct',
      't, direct d',
    ],
    ...[
      'generate_series(1, touch())',
      't TABLESAMPLE system (touch())',
      'information_schema.tables',
      'ONLY t',
      'special',
    ],
  ],
  tails: [
    ...[
      'FOR UPDATE',
      'FOR KEY SHARE',
      'INTO made',
      'INTO TEMP made',
      'LIMIT touch()',
      'OFFSET touch()',
      '; SELECT touch()',
    ],
    ...['; DELETE FROM t', 'LIMIT $1', 'GROUP BY touch()', 'HAVING touch() = 1', 'WINDOW w AS (ORDER BY touch())'],
  ],
  around: [
    ...[
      'EXPLAIN $',
      'EXPLAIN ANALYZE $',
      'EXPLAIN (ANALYZE true) $',
      '($)',
      'WITH w AS ($) SELECT * FROM w',
      'VALUES (($))',
    ],
    ...[
      'WITH w AS (DELETE FROM t RETURNING *) $',
      'WITH w AS (INSERT INTO effects VALUES (1) RETURNING 1) $',
      '$ -- end',
    ],
    ...[
      'COPY ($) TO STDOUT',
      'DECLARE c CURSOR FOR $',
      'PREPARE p AS $',
      'EXECUTE p',
      'CREATE TABLE made AS $',
      'DO $a$ BEGIN PERFORM touch(); END $a$',
    ],
    ...[
      'CREATE TEMP VIEW made AS $',
      'INSERT INTO effects $',
      '/* $ */ SELECT touch()',
      'SELECT 1 /* /* */ $ */',
      '$; $',
      'CALL doing()',
    ],
    ...[
      "COPY ($) TO PROGRAM 'true'",
      'REFRESH MATERIALIZED VIEW kept',
      'MERGE INTO t USING ($) x ON false WHEN NOT MATCHED THEN DO NOTHING',
    ],
    ...['TABLE direct', 'SET ROLE limited', 'FETCH ALL FROM c', 'SELECT * FROM ($) AS x, LATERAL (SELECT touch()) y'],
  ],
  noise: [
    ...[
      '/*',
      '*/',
      '--',
      "'",
      '"',
      '\\',
      "\\'",
      ';',
      ' touch() ',
      ', touch()',
      "' OR touch() = 1 -- ",
      '$$',
      '$a$',
      "E'",
      "U&'",
    ],
    ...[
      '\u00a0',
      '\u00a5',
      '\u4e2d',
      '\n',
      '\r',
      '(',
      ')',
      ' INTO made2 ',
      '\ufeff',
      '::checked',
      '.wipe',
      ' |+| ',
      "b'",
    ],
  ],
};

const SETTINGS = [
  '-c standard_conforming_strings=off',
  '-c search_path=other,public',
  '-c backslash_quote=on',
  '-c default_transaction_read_only=off',
  '-c search_path=public,pg_catalog',
];
const ENCODINGS = ['SJIS', 'GBK', 'BIG5', 'LATIN1', 'EUC_JP'];
const VALUES = ["' OR touch() = 1 -- ", 'direct', '5', "\\' OR touch() -- ", '\u4e2d'];

beforeAll(async () => {
  await database.admin().query(`
    CREATE TABLE t (id int PRIMARY KEY, name text);
    INSERT INTO t VALUES (1, 'Ada'), (2, 'Bob');
    CREATE TABLE effects (n int);
    CREATE SEQUENCE numbers;
    CREATE FUNCTION touch() RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.effects VALUES (1); RETURN 1; END $$;
    CREATE FUNCTION wipe(t) RETURNS int LANGUAGE sql AS 'SELECT public.touch()';
    CREATE FUNCTION lower(int) RETURNS int LANGUAGE sql AS 'SELECT public.touch()';
    CREATE FUNCTION public.abs(text) RETURNS int LANGUAGE sql AS 'SELECT public.touch()';
    CREATE FUNCTION joined(text, text) RETURNS int LANGUAGE sql AS 'SELECT public.touch()';
    CREATE OPERATOR |+| (FUNCTION = joined, LEFTARG = text, RIGHTARG = text);
    CREATE PROCEDURE doing() LANGUAGE sql AS 'SELECT public.touch()';
    CREATE FUNCTION valid(text) RETURNS bool LANGUAGE sql AS 'SELECT public.touch() = 1';
    CREATE DOMAIN checked AS text CHECK (valid(VALUE));
    CREATE VIEW direct AS SELECT touch() AS id;
    CREATE VIEW nested AS SELECT id FROM direct;
    CREATE VIEW harmless AS SELECT id, pg_catalog.upper(name) AS name FROM t;
    CREATE TABLE special (id int PRIMARY KEY, name checked);
    CREATE TABLE guarded (id int);
    INSERT INTO guarded VALUES (1);
    ALTER TABLE guarded ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY all_rows ON guarded USING (touch() = 1);
    CREATE MATERIALIZED VIEW kept AS SELECT count(*) AS n FROM effects;
    CREATE SCHEMA other;
    CREATE VIEW other.direct AS SELECT public.touch() AS id;
    CREATE VIEW other.t AS SELECT public.touch() AS id, 'x' AS name;
    CREATE FUNCTION other.upper(text) RETURNS text LANGUAGE sql AS 'SELECT public.touch()::text';
    CREATE ROLE limited;
  `);
});

async function digest(): Promise<unknown> {
  const { rows } = await database.admin().query(`SELECT
    (SELECT count(*) FROM effects) AS effects, (SELECT json_agg(t ORDER BY id) FROM t) AS t, (SELECT last_value FROM numbers) AS next,
    (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'v', 'm')) AS relations, (SELECT count(*) FROM pg_largeobject_metadata) AS objects,
    (SELECT n FROM kept) AS kept, (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') AS locks`);
  return rows[0];
}

/** Runs the statements of one seed, one after another, in one connection. */
async function run(seed: number, isGoverned: boolean): Promise<{ ran: string[]; after: unknown }> {
  const random = randomOf(seed);
  const setting = random(3) === 0 ? SETTINGS[random(SETTINGS.length)] : '';
  const { raw, client } = database.client(blockingGate(), { options: `${setting} -c statement_timeout=2000`.trim() });
  raw.on('error', () => undefined);
  await raw.connect();
  if (random(4) === 0) await raw.query(`SET client_encoding = '${ENCODINGS[random(ENCODINGS.length)]}'`);
  const target: pg.Client = isGoverned ? client : raw;
  const ran: string[] = [];
  for (let count = 0; count < STATEMENTS; count += 1) {
    const sql = readingOf(POSTGRES, random);
    const values = sql.includes('$1') ? [VALUES[random(VALUES.length)]] : undefined;
    // A copy to the client hangs if no stream reads it.
    if (!isGoverned && /copy/i.test(sql)) continue;
    const answer = values ? target.query(sql, values) : target.query(sql);
    await answer.then(
      () => ran.push(sql),
      () => undefined,
    );
  }
  const after = await digest();
  await raw.end();
  return { ran, after };
}

describe('statements that look like reads of PostgreSQL', () => {
  it.each(seeds.starts)('from seed %i on change nothing when everything is blocked', async (start) => {
    for (const seed of seeds.from(start)) {
      const before = await digest();
      const { ran, after } = await run(seed, true);
      expect({ seed, ran, after }).toEqual({ seed, ran, after: before });
    }
  });

  it('change something when they are not governed, and some of them run when they are', async () => {
    const before = await digest();
    const governed = await Promise.all([run(0, true), run(1, true)]);
    const bare = [await run(0, false), await run(1, false)];
    expect(bare.at(-1)?.after).not.toEqual(before);
    expect(governed.flatMap(({ ran }) => ran).length).toBeGreaterThan(0);
  });
});
