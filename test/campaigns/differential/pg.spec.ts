import pg from 'pg';
import Cursor from 'pg-cursor';
import { realPostgres } from '../../../sdk/test/support/postgres.js';
import { randomOf } from './random.js';
import { seedsOf } from './seeds.js';

/**
 * Random programs of statements run bare and wrapped in a session that allows everything: answers, errors, rows, order,
 * events and the final content of the database have to be equal. The seed of a program is in its name.
 */
const seeds = seedsOf(40, 5);

const database = realPostgres();

const RESET = `
  DROP TABLE IF EXISTS t CASCADE; DROP TABLE IF EXISTS log CASCADE; DROP FUNCTION IF EXISTS noted CASCADE;
  CREATE TABLE t (
    id serial PRIMARY KEY, name text, credit numeric DEFAULT 0 CHECK (credit < 1000), at timestamp, tz timestamptz,
    raw bytea, info jsonb, tags text[], kind varchar(4)
  );
  CREATE TABLE log (n int, what text);
  CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE NOTICE 'row %', NEW.id; INSERT INTO log VALUES (NEW.id, TG_OP);
    IF NEW.name = 'skip' THEN RETURN NULL; END IF; RETURN NEW; END $$;
  CREATE TRIGGER noted BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION noted();
  INSERT INTO t (name, credit, at, tz, tags) VALUES
    ('Ada', 10, '2026-01-01 00:00', '2026-01-01 00:00Z', '{a}'), ('Bob', 20, '2025-12-31 19:00', '2026-02-01 00:00Z', '{}'),
    ('Cy', 30, NULL, NULL, NULL); DELETE FROM log`;

interface Step {
  readonly sql: string;
  readonly values?: unknown[];
  readonly how: 'promise' | 'callback' | 'config' | 'array' | 'named' | 'object' | 'cursor';
  /** Called without waiting for the one before; calls of a pool have no order. */
  readonly together: boolean;
}

function programOf(seed: number): { onPool: boolean; steps: Step[] } {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const onPool = random(4) === 0;
  const id = () => 1 + random(6);
  const value = () =>
    pick<unknown>(['x', 'skip', '5', 5, 1.5, null, true, '2026-01-01', new Date(0), Buffer.from('b'), '\\x00', "q'\\"]);
  const where = (): [string, unknown[]] =>
    pick<[string, unknown[]]>([
      ['', []],
      [' WHERE id = $1', [id()]],
      [' WHERE id = $1::int', [pick<unknown>([id(), '2', 'x'])]],
      [' WHERE id IN (1, $1)', [id()]],
      [' WHERE id = ANY($1)', [[id(), id()]]],
      [' WHERE at < $1::timestamptz', ['2026-01-01 00:00+05']],
      [' WHERE tz >= $1', ['2026-01-15']],
      [' WHERE name LIKE $1', ['%a%']],
      [' WHERE name = $1', [value()]],
      [' WHERE id = 1 OR name = $1', ['Bob']],
      [' WHERE credit BETWEEN 5 AND $1', [25]],
      [' WHERE info IS NULL AND id <> $1', [id()]],
      [' WHERE lower(name) = $1', ['cy']],
      [' WHERE id = (SELECT max(id) FROM t WHERE id < $1)', [9]],
    ]);
  const returning = () =>
    pick(['', '', ' RETURNING *', ' RETURNING id, name', ' RETURNING id AS "Id", credit * 2', ';', ' -- end']);
  const column = () => pick(['name', 'credit', 'at', 'tz', 'raw', 'info', 'tags', 'kind']);
  const statement = (): [string, unknown[]?] => {
    const [condition, values] = where();
    const next = `$${values.length + 1}`;
    const kind = random(onPool ? 9 : 14);
    if (kind < 2)
      return [
        `SELECT ${pick(['*', 'id, name', 'count(*)::int', 't.name', '1 / (id - 2)'])} FROM t${condition}`,
        values,
      ];
    if (kind < 4) {
      const right = pick([next, `${next}::text`, `${next}::timestamptz`, 'NULL', 'DEFAULT', `coalesce(${next}, '1')`]);
      const used = right.includes('$') ? [...values, value()] : values;
      return [`UPDATE t SET ${column()} = ${right}${condition}${returning()}`, used];
    }
    if (kind === 4)
      return [`UPDATE t SET credit = credit + ${next}${condition}${returning()}`, [...values, pick([1, 900, 'x'])]];
    if (kind === 5) return [`DELETE FROM t${condition}${returning()}`, values];
    if (kind < 8) {
      const given = value();
      return pick<[string, unknown[]?]>([
        [`INSERT INTO t (name, ${pick(['credit', 'at', 'raw', 'kind'])}) VALUES ('n', $1)${returning()}`, [given]],
        [`INSERT INTO t (id, name) VALUES ($1, 'n'), (DEFAULT, 'm')${returning()}`, [id()]],
        [`INSERT INTO t (id, name) VALUES (${id()}, 'n') ON CONFLICT (id) DO UPDATE SET name = 'c'${returning()}`],
        [`INSERT INTO t (name, tz) VALUES ('skip', $1::timestamptz)${returning()}`, ['2026-01-01 00:00']],
        ['INSERT INTO t DEFAULT VALUES RETURNING id'],
        ['INSERT INTO t (name) SELECT name FROM t WHERE id < 3 RETURNING id'],
      ]);
    }
    if (kind === 8) {
      return pick<[string, unknown[]?]>([
        ['selekt'],
        [''],
        ['SELECT nope FROM t'],
        ['SELECT $1::int', ['x']],
        ['SELECT 1; SELECT 2 AS two'],
        ['UPDATE nowhere SET a = 1'],
        ['INSERT INTO t (nope) VALUES (1)'],
        ["DO $$ BEGIN RAISE NOTICE 'hello'; END $$"],
        ['TRUNCATE log'],
        ["SELECT 'caf\u00e9 \\' AS s"],
        ['WITH d AS (DELETE FROM log RETURNING n) SELECT count(*)::int FROM d'],
        ['SELECT * FROM t WHERE id = $1', []],
        ['EXPLAIN (COSTS OFF) SELECT * FROM t WHERE id = 1'],
        ['SELECT now() IS NULL'],
      ]);
    }
    return pick<[string, unknown[]?]>([
      ['BEGIN'],
      ['BEGIN'],
      ['COMMIT'],
      ['ROLLBACK'],
      ['SAVEPOINT a'],
      ['ROLLBACK TO a'],
      ['RELEASE a'],
      ['BEGIN ISOLATION LEVEL SERIALIZABLE'],
      ["SET TIME ZONE 'America/New_York'"],
      ["SET LOCAL lock_timeout = '1s'"],
      ['SELECT * FROM t WHERE id < 3 ORDER BY id FOR UPDATE'],
      ['LISTEN news'],
      ["NOTIFY news, 'hi'"],
      ['SHOW timezone'],
      ['SET search_path TO public, pg_temp'],
      ['CREATE TEMP TABLE IF NOT EXISTS own (id int)'],
      ['LOCK TABLE t'],
      ['DECLARE c CURSOR FOR SELECT id FROM t ORDER BY id'],
      ['FETCH 2 FROM c'],
      ['CLOSE c'],
      ['DISCARD PLANS'],
    ]);
  };
  const steps = Array.from({ length: 4 + random(12) }, (): Step => {
    const [sql, values] = statement();
    const isBare = sql === '' || sql.includes(';');
    const how = isBare
      ? 'promise'
      : pick(['promise', 'promise', 'promise', 'callback', 'config', 'array', 'named', 'object', 'cursor'] as const);
    const usable = onPool && (how === 'object' || how === 'cursor') ? 'promise' : how;
    return {
      sql,
      ...(values === undefined || isBare ? {} : { values }),
      how: usable,
      together: !onPool && random(3) === 0,
    };
  });
  return { onPool, steps };
}

/** Runs a program; returns the answers of its calls and their order, the events, and the state it leaves. */
async function run(pool: pg.Pool, { onPool, steps }: ReturnType<typeof programOf>) {
  await database.admin().query(RESET);
  const seen: unknown[] = [];
  const client = onPool ? null : await pool.connect();
  const target = (client ?? pool) as pg.PoolClient;
  const events = client?.on('notice', ({ message }) => seen.push(['notice', message]));
  events?.on('notification', ({ channel, payload }) => seen.push(['notification', channel, payload]));
  events?.on('error', () => undefined);
  // A cursor has answered once it is closed, which nothing waits for: its answer has no place in the order.
  const cursors: [number, unknown][] = [];
  let waiting: Promise<unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    if (!step.together) {
      await Promise.all(waiting);
      waiting = [];
    }
    const answers: unknown[] = step.how === 'cursor' ? cursors : seen;
    waiting.push(call(target, step, index).then((answer) => answers.push([index, answer])));
  }
  await Promise.all(waiting);
  await client?.query('ROLLBACK').catch(() => undefined);
  client?.release(true);
  const state = await database.admin().query('SELECT * FROM t ORDER BY id');
  const log = await database.admin().query('SELECT * FROM log ORDER BY n, what');
  return { seen, cursors: cursors.sort(([a], [b]) => a - b), state: state.rows, log: log.rows };
}

async function call(target: pg.PoolClient, { sql, values, how }: Step, index: number): Promise<unknown> {
  try {
    if (how === 'callback') {
      return await new Promise((resolve) => {
        const done = (error: Error | undefined, result: pg.QueryResult) =>
          resolve(error ? failure(error) : shown(result));
        if (values) target.query(sql, values, done);
        else target.query(sql, done as never);
      });
    }
    if (how === 'object') return await objectAnswer(target, sql, values);
    if (how === 'cursor') {
      const cursor = target.query(new Cursor(sql, values ?? []));
      try {
        return await cursor.read(3);
      } finally {
        await cursor.close().catch(() => undefined);
      }
    }
    if (how === 'promise') return shown(await (values ? target.query(sql, values) : target.query(sql)));
    const config = { text: sql, ...(values ? { values } : {}) };
    if (how === 'array') return shown(await target.query({ ...config, rowMode: 'array' } as never));
    return shown(await target.query(how === 'named' ? { ...config, name: `s${index}` } : config));
  } catch (error) {
    return failure(error);
  }
}

function objectAnswer(target: pg.PoolClient, sql: string, values: unknown[] | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    const rows: unknown[] = [];
    const query = target.query(new pg.Query(sql, values as never) as never) as unknown as pg.Query;
    query.on('row', (row) => rows.push(row));
    query.on('error', (error) => resolve(failure(error)));
    query.on('end', () => resolve(rows));
  });
}

function shown(result: pg.QueryResult | pg.QueryResult[]): unknown {
  if (Array.isArray(result)) return result.map(shown);
  const { command, rowCount, rows, fields, oid } = result;
  return {
    command,
    rowCount,
    rows,
    oid,
    fields: fields.map(({ name, dataTypeID, format }) => [name, dataTypeID, format]),
  };
}

function failure(error: unknown): unknown {
  const { message, code, severity, detail, hint, position, constraint, column, table, name } =
    error as pg.DatabaseError;
  return { message, code, severity, detail, hint, position, constraint, column, table, name };
}

describe('a program of statements', () => {
  it.each(seeds.starts)('from seed %i on has the same effects and answers bare and wrapped', async (start) => {
    for (const seed of seeds.from(start)) {
      const program = programOf(seed);
      const { pool, rawPool } = await database.setup({ max: 1 });
      const bare = await run(rawPool, program);
      const wrapped = await run(pool, program);
      expect({ seed, program, ...wrapped }).toEqual({ seed, program, ...bare });
    }
  });
});
