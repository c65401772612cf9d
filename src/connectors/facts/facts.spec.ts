import { CONNECTORS } from '../all.js';
import { type CallFacts, doneBy, FACT_NAMES, type FactName, type FactValue } from './facts.js';

const reader = (apiName: string) => {
  const connector = CONNECTORS.find(({ id }) => apiName.startsWith(`${id}.`));
  if (!connector) throw new Error(`no connector knows ${apiName}`);
  return connector.facts;
};
const factsOf = async (apiName: string, payload: object): Promise<CallFacts> =>
  reader(apiName).of({ apiName, payload: payload as Record<string, unknown> });

/** The canonical names; several readings of one thing are joined. */
const shown = (value: FactValue | undefined) =>
  value === undefined || value === 'unknown' ? (value ?? 'none') : value.map(({ readings }) => readings[0]).sort();
const fact = async (name: FactName, apiName: string, payload: object) => shown((await factsOf(apiName, payload))[name]);

describe('the tables of a statement to PostgreSQL', () => {
  const tables = (sql: string) => fact('target.table', 'postgres.query', { sql });

  it.each<[string, string[]]>([
    ['SELECT 1', []],
    ['SELECT * FROM a JOIN public.b USING (id), LATERAL (SELECT 1 FROM c) x', ['a', 'c', 'public.b']],
    ['UPDATE a SET b = (SELECT 1 FROM c)', ['a', 'c']],
    ['INSERT INTO "A b" SELECT * FROM c', ['A b', 'c']],
    ['WITH x AS (DELETE FROM a RETURNING 1) SELECT * FROM x', ['a', 'x']],
    ['DROP TABLE a, s.b', ['a', 's.b']],
    ['TRUNCATE a, b', ['a', 'b']],
    ['LOCK TABLE a', ['a']],
    ['CREATE TABLE a (b int REFERENCES c)', ['a', 'c']],
    ['COPY (SELECT 1 FROM a) TO STDOUT', ['a']],
    ['EXPLAIN ANALYZE DELETE FROM a', ['a']],
    ['BEGIN', []],
    ["SELECT lower(b), now(), nextval('s') FROM a", ['a']],
  ])('are those that it names: %s', async (sql, expected) => {
    expect(await tables(sql)).toEqual(expected);
  });

  it.each([
    ...['DO $$BEGIN END$$', 'CALL a()', 'EXECUTE a', 'SELECT a()', 'SELECT s.lower(b) FROM c', 'TRUNCATE a CASCADE'],
    ...['DROP SCHEMA a', 'DROP INDEX a', 'DROP OWNED BY a', 'ALTER SCHEMA a RENAME TO b', "COPY a FROM PROGRAM 'ls'"],
    ...['GRANT ALL ON ALL TABLES IN SCHEMA a TO b', 'CREATE FUNCTION a() RETURNS int LANGUAGE sql AS $$SELECT 1$$'],
    ...['VACUUM', 'REINDEX DATABASE a', 'SELECT 1 OPERATOR(a.+) 2', 'SELECT FROM WHERE', '', 'CLUSTER'],
    ...['SELECT 1 OPERATOR(a.=) ANY (SELECT 1)', `SELECT ${'('.repeat(400)}1${')'.repeat(400)}`],
  ])('may be any: %s', async (sql) => expect(await tables(sql)).toBe('unknown'));

  it.each([{}, { sql: 7 }, { unrepresentable: true }])('may be any of %j', async (payload) => {
    expect(await fact('target.table', 'postgres.query', payload)).toBe('unknown');
  });
});

describe('the table of a row operation', () => {
  const table = async (payload: object) => fact('target.table', 'postgres.rows.update', payload);

  it('is its argument, as the server cuts it', async () => {
    expect(await table({ table: 'a' })).toEqual(['a']);
    expect(await table({ table: 's.a' })).toEqual(['s.a']);
    expect(await table({ table: 'a'.repeat(70) })).toEqual(['a'.repeat(63)]);
    expect(await table({ table: 'ä'.repeat(70) })).toEqual(['ä'.repeat(31)]);
  });

  it.each([{}, { table: 7 }, { table: '' }, { table: '.' }, { table: '"a' }, { table: 'a..b' }])(
    'may be any of %j',
    async (payload) => expect(await table(payload)).toBe('unknown'),
  );

  it('is one of several when an expression reads others, and any when it calls an unknown function', async () => {
    const update = (b: string) => ({ table: 'a', match: {}, values: { b }, expressions: ['b'] });
    expect(await table(update('b + 1'))).toEqual(['a']);
    expect(await table(update('(SELECT max(b) FROM c)'))).toEqual(['a', 'c']);
    expect(await table(update('purge()'))).toBe('unknown');
    expect(await fact('target.table', 'mysql.rows.update', update('b + 1'))).toEqual(['a']);
    expect(await fact('target.table', 'mysql.rows.update', update('purge()'))).toBe('unknown');
    expect(await fact('target.table', 'mysql.rows.update', update('(SELECT 1 FROM c)'))).toBe('unknown');
  });
});

describe('the verbs of a statement', () => {
  it.each<[string, string, string[]]>([
    ['postgres', 'INSERT INTO a VALUES (1)', ['INSERT']],
    ['postgres', 'INSERT INTO a VALUES (1) ON CONFLICT (b) DO UPDATE SET c = 1', ['INSERT', 'UPDATE']],
    ['postgres', 'WITH x AS (DELETE FROM a RETURNING 1) SELECT 1 FROM x', ['DELETE', 'SELECT']],
    ['postgres', 'SELECT 1 INTO b FROM a', ['CREATE', 'SELECT']],
    ['postgres', 'TRUNCATE a; DROP TABLE b', ['DROP', 'TRUNCATE']],
    ['mysql', 'INSERT INTO a (b) VALUES (1) ON DUPLICATE KEY UPDATE b = 2', ['INSERT', 'UPDATE']],
    ['mysql', 'DELETE a FROM a JOIN b ON a.c = b.c', ['DELETE']],
  ])('of %s: %s', async (connector, sql, verbs) => {
    expect(await fact('statement.verb', `${connector}.query`, { sql })).toEqual(verbs);
  });
});

describe('the other operations of a statement', () => {
  const done = async (apiName: string, payload: object) => {
    const { covers } = reader(apiName);
    return covers && [...doneBy(covers, await factsOf(apiName, payload))].sort();
  };
  const ALL = ['rows.delete', 'rows.insert', 'rows.update'];

  it.each<[string, string[]]>([
    ['DELETE FROM a', ['rows.delete']],
    ['TRUNCATE a', ['rows.delete']],
    ['SELECT 1 FROM a', []],
    ['INSERT INTO a VALUES (1)', ['rows.insert']],
    ['CALL a()', ALL],
    ['DROP TABLE a', ALL],
    ['this is no SQL', ALL],
  ])('follow from its verbs: %s', async (sql, operations) => {
    for (const connector of ['postgres', 'mysql'])
      expect(await done(`${connector}.query`, { sql })).toEqual(operations.map((name) => `${connector}.${name}`));
  });

  it('follow from the name of a command to Redis', async () => {
    const command = (name: string, ...args: string[]) => done('redis.commands.execute', { command: name, args });
    expect(await command('unlink', 'a')).toEqual(['redis.keys.del']);
    expect(await command('append', 'a', 'b')).toEqual([]);
    expect((await command('eval', 'return 1', '0'))?.length).toBeGreaterThan(20);
  });

  it('do not follow from the functions of MySQL that have the name of a verb', async () => {
    const sql = "UPDATE a SET b = REPLACE(b, 'x', 'y'), c = TRUNCATE(c, 1) LIMIT 1";
    expect(await done('mysql.query', { sql })).toEqual(['mysql.rows.update']);
  });
});

describe('the tables of a statement to MySQL', () => {
  const tables = (sql: string) => fact('target.table', 'mysql.query', { sql });

  it('are those of a plain statement', async () => {
    expect(await tables('DELETE FROM a WHERE b = 1')).toEqual(['a']);
    expect(await tables('INSERT INTO a (b) SELECT b FROM s.c WHERE d = 1')).toEqual(['a', 's.c']);
    expect(await tables('INSERT INTO s.a (b) VALUES (1)')).toEqual(['s.a']);
  });

  it('are among the names of any other', async () => {
    expect(await tables('DELETE a FROM a JOIN b ON a.c = b.c WHERE d = "e"')).toEqual(
      expect.arrayContaining(['a', 'b', 'e']),
    );
  });

  it('are not the options that stand before the name of the table', async () => {
    expect(await tables('UPDATE IGNORE a SET b = 1')).toEqual(expect.arrayContaining(['a']));
    expect(await tables('UPDATE LOW_PRIORITY a SET b = 1')).toEqual(expect.arrayContaining(['a']));
    expect(await tables('UPDATE `ignore` a SET b = 1')).toEqual(['ignore']);
  });

  it('have, as the server reads them, names with spaces that it does not know', async () => {
    expect(await tables('UPDATE a\u00a0b SET c = 1')).toEqual(expect.arrayContaining(['a\u00a0b']));
    expect(await tables('UPDATE a\u00a0b SET c = 1')).not.toContain('a');
  });

  it.each([
    ...['SELECT s.upper(1)', 'SELECT b FROM a WHERE s.lower(b) = 1', 'DELETE FROM ?? WHERE a = 1', 'SELECT ??(1)'],
    ...[
      'CALL a()',
      'DO a()',
      'SELECT a()',
      'SELECT `a`(1)',
      'SELECT s.a(1)',
      'EXECUTE a',
      "LOAD DATA INFILE 'x' INTO TABLE a",
    ],
    ...['/*!50000 DELETE FROM a */', '/*M! DELETE FROM a */', "SELECT 'a\\' FROM b", 'SELECT "a', 'SET a = 1', ''],
    ...['SELECT 1 FROM a JOIN b ON purge(1)', 'DELETE FROM a WHERE purge(b) = 1'],
  ])('may be any: %s', async (sql) => expect(await tables(sql)).toBe('unknown'));
});

describe('the facts of other connectors', () => {
  it.each<[FactName, string, object, unknown]>([
    ['target.path', 'http.requests.put', { path: '/a/../b' }, ['/b']],
    ['target.path', 'http.requests.put', { path: '/a%zz' }, 'unknown'],
    ['target.path', 'http.requests.put', { path: `/${'%2525252525'.repeat(2)}` }, 'unknown'],
    ['target.path', 'http.requests.put', {}, 'unknown'],
    ['target.path', 'caldav.objects.put', { url: 'https://host/cal/a.ics' }, ['/cal/a.ics']],
    ['target.path', 'github.repos.deleteFile', { owner: 'A', repo: 'b', path: 'src/x.ts' }, ['src/x.ts']],
    ['target.path', 'github.issues.update', { owner: 'A', repo: 'b' }, 'none'],
    ['target.repository', 'github.issues.update', { owner: 'A', repo: 'b' }, ['a/b']],
    ['target.repository', 'github.issues.update', { owner: 'A' }, 'unknown'],
    ['target.key', 'redis.keys.setMany', { values: { a: '1', b: '2' } }, ['a', 'b']],
    ['target.key', 'redis.keys.del', { keys: ['a', 7] }, ['7', 'a']],
    ['target.key', 'redis.keys.del', {}, 'unknown'],
    ['target.key', 'redis.channels.publish', { channel: 'a' }, 'none'],
    ['target.key', 'redis.commands.execute', { command: 'ZUNIONSTORE', args: ['a', 2, 'b', 'c'] }, ['a', 'b', 'c']],
    ['target.key', 'redis.commands.execute', { command: 'zunionstore', args: ['a', 'x'] }, 'unknown'],
    ['target.key', 'redis.commands.execute', { command: 'script', args: ['flush'] }, 'unknown'],
    ['target.key', 'redis.commands.execute', { command: 'set' }, 'unknown'],
    [
      'target.key',
      's3.objects.deleteMany',
      { Bucket: 'b', Delete: { Objects: [{ Key: 'x' }, { Key: 'y' }] } },
      ['x', 'y'],
    ],
    ['target.key', 's3.buckets.delete', { Bucket: 'b' }, 'unknown'],
    ['target.key', 's3.buckets.create', { Bucket: 'b' }, 'none'],
    ['target.bucket', 's3.objects.put', { Bucket: 'arn:aws:s3:eu:1:accesspoint/a', Key: 'x' }, 'unknown'],
    ['target.bucket', 's3.objects.copy', { Bucket: 'b', Key: 'x', CopySource: 'c%2Fy' }, ['b', 'c']],
    ['target.bucket', 's3.objects.copy', { Bucket: 'b', Key: 'x', CopySource: 'c/%zz' }, 'unknown'],
    ['target.bucket', 's3.commands.send', { command: 'x' }, 'unknown'],
    ['target.table', 'dynamodb.items.batchWrite', { RequestItems: { a: [], b: [] } }, ['a', 'b']],
    ['target.table', 'dynamodb.commands.send', { command: 'x', input: {} }, 'unknown'],
    ['target.table', 'slack.chat.postMessage', { channel: 'a' }, 'none'],
  ])('%s of %s %j', async (name, apiName, payload, expected) => {
    expect(await fact(name, apiName, payload)).toEqual(expected);
  });

  it('are those that their connector names, for every operation and a payload of nothing', async () => {
    let looked = 0;
    for (const { facts, operations } of CONNECTORS) {
      expect(FACT_NAMES).toEqual(expect.arrayContaining([...facts.names]));
      for (const { apiName } of operations) {
        looked++;
        const found = await facts.of({ apiName, payload: {} });
        expect(facts.names).toEqual(expect.arrayContaining(Object.keys(found)));
      }
    }
    expect(looked).toBeGreaterThan(100);
  });
});
