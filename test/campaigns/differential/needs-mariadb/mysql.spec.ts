import { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import { type Connection, createConnection, createPool, type Pool, type QueryError } from 'mysql2';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../../sdk/test/support/recording-gate.js';
import { startWorld, type World } from '../../../connectors/needs-mariadb/world.js';
import { randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';

/**
 * Random programs of statements run bare and wrapped in a session that allows everything: answers, errors, rows, order,
 * events and the final content of the database have to be equal. In a session that blocks everything the tables stay
 * the same.
 */
const seeds = seedsOf(30, 10);

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.sql('CREATE TABLE log (n int AUTO_INCREMENT PRIMARY KEY, what varchar(80))');
  await world.sql(`CREATE TABLE t (
    id int PRIMARY KEY AUTO_INCREMENT, name varchar(20), credit decimal(9,2) DEFAULT 0 CHECK (credit < 1000),
    at datetime, raw varbinary(20), info json, kind enum('a','b'), UNIQUE (name))`);
  await world.sql(`CREATE TRIGGER noted BEFORE UPDATE ON t FOR EACH ROW BEGIN
    INSERT INTO log (what) VALUES (CONCAT(OLD.id, '>', COALESCE(NEW.name, '')));
    IF NEW.name = 'skip' THEN SET NEW.name = OLD.name; END IF;
    IF NEW.name = 'stop' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stopped'; END IF; END`);
  await world.sql('CREATE VIEW seen AS SELECT id, UPPER(name) AS name FROM t WHERE id < 5');
  await world.sql("CREATE FUNCTION say(a int) RETURNS int BEGIN INSERT INTO log (what) VALUES ('said'); RETURN a; END");
  await world.sql('CREATE PROCEDURE both_of() BEGIN SELECT 1 AS a; SELECT id FROM t ORDER BY id; END');
});
afterAll(() => world.stop());

async function reset(): Promise<void> {
  for (const sql of [
    'DELETE FROM t',
    'TRUNCATE log',
    'ALTER TABLE t AUTO_INCREMENT = 1',
    `INSERT INTO t (id, name, credit, at) VALUES
      (1, 'Ada', 10, '2026-01-01 00:00'), (2, 'Bob', 20, '2025-12-31 19:00'), (3, 'Cy', 30, NULL)`,
  ])
    await world.sql(sql);
}

const WAYS = ['query', 'execute', 'options', 'array', 'callback', 'executed', 'prepared', 'stream'] as const;
interface Step {
  readonly sql: string;
  readonly values?: unknown[];
  readonly how: (typeof WAYS)[number];
  /** Called without waiting for the one before; calls of a pool have no order. */
  readonly together: boolean;
}

interface Program {
  readonly onPool: boolean;
  readonly steps: Step[];
}

function programOf(seed: number): Program {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const onPool = random(4) === 0;
  const id = () => 1 + random(5);
  const value = () =>
    pick<unknown>([
      'x',
      'skip',
      'stop',
      '5',
      5,
      1.5,
      null,
      true,
      '2026-01-01',
      new Date(0),
      Buffer.from('b'),
      "q'\\",
      'é',
    ]);
  type Text = readonly [sql: string, values?: unknown[]];
  const where = (): readonly [string, unknown[]] =>
    pick<readonly [string, unknown[]]>([
      ['', []],
      [' WHERE id = ?', [id()]],
      [' WHERE id = ?', [String(id())]],
      [' WHERE id IN (1, ?)', [id()]],
      [' WHERE at < ?', ['2026-01-01']],
      [' WHERE at IS NULL AND id <> ?', [id()]],
      [' WHERE name LIKE ?', ['%a%']],
      [' WHERE name = ?', [value()]],
      [' WHERE id = 1 OR name = ?', ['Bob']],
      [' WHERE credit BETWEEN 5 AND ?', [25]],
      [' WHERE LOWER(name) = ?', ['cy']],
      [' WHERE id = (SELECT x.id FROM (SELECT MAX(id) AS id FROM t WHERE id < ?) x)', [3]],
    ]);
  const column = () => pick(['name', 'credit', 'at', 'raw', 'info', 'kind', 'nope']);
  const reading = (): Text => {
    const [condition, values] = where();
    return pick<Text>([
      [`SELECT ${pick(['*', 'id, name', 'COUNT(*) AS n', 't.name', 'nope', 'HEX(raw)'])} FROM t${condition}`, values],
      [`SELECT id, name FROM t${condition} ORDER BY id`, values],
      ['SELECT * FROM seen'],
      ['SELECT name FROM seen WHERE id > ?', [id()]],
      ['SELECT say(?) AS a', [2]],
      ['SELECT COUNT(*) AS n, MAX(what) AS what FROM log'],
      ['SELECT ? AS a, ? AS b', [value(), value()]],
      ['SELECT 1; SELECT 2'],
      ['SELECT 1 -- end'],
      ['SELECT "two" AS two'],
      ['SHOW TABLES'],
      ['DESCRIBE t'],
      ['SELECT @a AS a, @@session.sql_mode AS m'],
      // A pool takes any connection, so its answers do not depend on the previous statement of one.
      [onPool ? 'SELECT 2' : pick(['SELECT ROW_COUNT() AS n', 'SELECT LAST_INSERT_ID() AS n', 'SHOW WARNINGS'])],
      ['TABLE log'],
    ]);
  };
  const writing = (): Text => {
    const [condition, values] = where();
    return pick<Text>([
      [`UPDATE t SET ${column()} = ?${condition}`, [value(), ...values]],
      [`UPDATE t SET ${column()} = ?, kind = 'a'${condition}`, [value(), ...values]],
      [`UPDATE t SET credit = credit + ?${condition}`, [pick([1, 990, 'x']), ...values]],
      [`UPDATE t SET name = CONCAT(name, '?')${condition} LIMIT 1`, values],
      [`DELETE FROM t${condition}`, values],
      [`DELETE FROM t${condition} ORDER BY id LIMIT 1`, values],
      [`INSERT INTO t (name, ${pick(['credit', 'at', 'raw', 'kind', 'info'])}) VALUES ('n', ?)`, [value()]],
      ['INSERT INTO t (id, name) VALUES (?, ?), (NULL, NULL)', [id(), value()]],
      ['INSERT IGNORE INTO t (id, name) VALUES (?, ?)', [id(), 'i']],
      ["INSERT INTO t (id, name) VALUES (?, 'd') ON DUPLICATE KEY UPDATE name = 'd'", [id()]],
      ["INSERT INTO t (name) SELECT CONCAT(name, 's') FROM t WHERE id < ?", [3]],
      ['INSERT INTO t (name) VALUES (?) RETURNING id, name', ['r']],
      ['REPLACE INTO t (id, name) VALUES (?, ?)', [id(), 'p']],
      ['DELETE t FROM t JOIN log ON log.n = t.id'],
      ['UPDATE nowhere SET a = 1'],
      ['selekt'],
      ['SET @a = ?', [5]],
      ['TRUNCATE log'],
      ['CALL both_of()'],
      ['DO say(1)'],
    ]);
  };
  const controlling = (): Text =>
    pick<Text>([
      ['BEGIN'],
      ['START TRANSACTION'],
      ['COMMIT'],
      ['ROLLBACK'],
      ['SAVEPOINT a'],
      ['SET autocommit = 1'],
      ["SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'"],
      ["SET SESSION sql_mode = ''"],
      ['SET NAMES utf8mb4'],
      ['SELECT * FROM t WHERE id < 3 ORDER BY id FOR UPDATE'],
      ['SELECT id INTO @a FROM t WHERE id = 1'],
      ["SELECT GET_LOCK('l', 0) AS a"],
      ['CREATE TEMPORARY TABLE IF NOT EXISTS own (a int)'],
      ['INSERT INTO own VALUES (1)'],
      ['SELECT COUNT(*) AS n FROM own'],
      ["PREPARE p FROM 'SELECT 1 AS a'"],
      ['EXECUTE p'],
    ]);
  const steps = Array.from({ length: 4 + random(12) }, (): Step => {
    const kind = random(onPool ? 8 : 11);
    const [sql, values] = kind < 4 ? reading() : kind < 8 ? writing() : controlling();
    const isRead = /^(SELECT (?!.*(INTO|FOR UPDATE|say|ROW_COUNT|LAST_INSERT|GET_LOCK|"|;|--))|SHOW|DESCRIBE)/.test(
      sql,
    );
    const how = pick(isRead && !onPool ? WAYS : onPool ? WAYS.slice(0, 6) : WAYS.slice(0, 7));
    return { sql, ...(values && { values }), how, together: !onPool && random(3) === 0 };
  });
  return { onPool, steps };
}

type Client = Connection | Pool;
const promised = (client: Client) => (client as Connection).promise();

async function answerOf(client: Client, { sql, values, how }: Step): Promise<unknown> {
  try {
    switch (how) {
      case 'query':
        return shown(await promised(client).query(sql, values));
      case 'execute':
        return shown(await promised(client).execute(sql, values as never));
      case 'options':
        return shown(await promised(client).query({ sql, ...(values && { values }) }));
      case 'array':
        return shown(await promised(client).query({ sql, rowsAsArray: true }, values));
      case 'callback':
        return await calledBack((done) => client.query(sql, values as never, done));
      case 'executed':
        return await calledBack((done) => client.execute(sql, (values ?? []) as never, done));
      case 'prepared': {
        const statement = await promised(client).prepare(sql);
        const answer = shown(await statement.execute((values ?? []) as never));
        await statement.close();
        return answer;
      }
      case 'stream':
        return await streamed(client.query(sql, values as never));
    }
  } catch (error) {
    return failure(error);
  }
}

function calledBack(call: (done: (error: QueryError | null, rows: unknown, fields: unknown) => void) => void) {
  return new Promise((resolve) => {
    call((error, rows, fields) => resolve(error ? failure(error) : shown([rows, fields])));
  });
}

/** Sends a statement with the events of its query object. */
function streamed(query: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    const events: unknown[] = [];
    const heard = query as EventEmitter;
    heard.on('fields', (fields) => events.push(['fields', fieldsOf(fields)]));
    heard.on('result', (row) => events.push(['result', written(row)]));
    heard.on('error', (error) => events.push(['error', failure(error)]));
    heard.on('end', () => resolve(events));
  });
}

function shown([rows, fields]: readonly unknown[]): unknown {
  return { rows: written(rows), fields: fieldsOf(fields) };
}

/** Compares dates as text, because an invalid date equals no other. */
function written(value: unknown): string {
  return uncounted(inspect(value, { depth: null, maxArrayLength: null, compact: false }));
}

/** The server counts prepared statements over all connections. */
function uncounted(text: string): string {
  return text.replace(/handler \(\d+\)/g, 'handler');
}

function fieldsOf(fields: unknown): unknown {
  if (!Array.isArray(fields)) return fields;
  return fields.map((one) => (Array.isArray(one) ? fieldsOf(one) : one && [one.name, one.columnType, one.flags]));
}

function failure(error: unknown): unknown {
  const { message, code, errno, sqlState, sqlMessage, sql, name, fatal } = error as QueryError &
    Record<string, unknown>;
  const [told, said] = [uncounted(message), uncounted(String(sqlMessage))];
  return { message: told, code, errno, sqlState, sqlMessage: said, sql, name, fatal };
}

/** Runs a program; returns the answers of its calls, and the state it leaves. */
async function run(wrap: (client: Client) => Client, { onPool, steps }: Program) {
  await reset();
  const options = { uri: world.url, multipleStatements: true };
  const raw = onPool ? createPool({ ...options, connectionLimit: 1 }) : createConnection(options);
  const client = wrap(raw);
  const seen: [number, unknown][] = [];
  let waiting: Promise<unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    // A prepared statement is sent in three parts, with room for others between them.
    if (!step.together || step.how === 'prepared' || steps[index - 1]?.how === 'prepared') {
      await Promise.all(waiting);
      waiting = [];
    }
    waiting.push(answerOf(client, step).then((answer) => seen.push([index, answer])));
  }
  await Promise.all(waiting);
  if (!onPool) await promised(raw).query('ROLLBACK');
  await promised(raw).end();
  const state = [await world.sql('SELECT * FROM t ORDER BY id'), await world.sql('SELECT * FROM log ORDER BY n')];
  return { seen, state };
}

const wrapped = (gate: RecordingGate) => (client: Client) => wrapRecorded(client, gate, { connector: 'mysql' });

describe('a program of statements for MySQL', () => {
  it.each(seeds.starts)('from seed %i on has the same effects and answers bare and wrapped', async (start) => {
    for (const seed of seeds.from(start)) {
      const program = programOf(seed);
      const bare = await run((client) => client, program);
      expect({ seed, program, ...(await run(wrapped(new RecordingGate()), program)) }).toEqual({
        seed,
        program,
        ...bare,
      });
    }
  });

  it.each(seeds.starts)('from seed %i on changes nothing when everything is blocked', async (start) => {
    for (const seed of seeds.from(start)) {
      const { state: before } = await run((client) => client, { onPool: true, steps: [] });
      const { state } = await run(wrapped(blockingGate()), programOf(seed));
      expect({ seed, state }).toEqual({ seed, state: before });
    }
  });
});
