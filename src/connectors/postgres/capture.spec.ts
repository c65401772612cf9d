import type { JsonObject } from '../connector.js';
import { postgres } from './postgres.connector.js';
import { contentOf, reasonOf, startWorld, type World } from './postgres.testkit.js';

describe('capturing a postgres call', () => {
  let world: World;
  const capture = (verb: string, payload: JsonObject) =>
    postgres.capture({ apiName: `postgres.rows.${verb}`, payload }, world.context);
  const refused = async (verb: string, payload: JsonObject) => reasonOf(await capture(verb, payload));
  const idsMatching = async (match: JsonObject) => {
    const { rows } = contentOf(await capture('delete', { table: 'people', match })) as { rows: { id: string }[] };
    return rows.map(({ id }) => Number(id));
  };

  beforeAll(async () => {
    world = await startWorld();
    await world.sql(`
      CREATE TABLE people (id int PRIMARY KEY, name text, age int, tags text[], "x"" OR 1=1 --" text);
      INSERT INTO people VALUES (1, 'ann', 30, '{a}', NULL), (2, 'bob', 40, NULL, NULL), (3, NULL, 50, NULL, NULL);
      CREATE TABLE keyless (a int);
      CREATE VIEW grown AS SELECT * FROM people WHERE age > 35;
      CREATE MATERIALIZED VIEW kept AS SELECT 1 AS id;
      CREATE TABLE big (id int PRIMARY KEY, blob text);
      INSERT INTO big SELECT i, NULL FROM generate_series(1, 1001) i;
      CREATE TABLE heavy (id int PRIMARY KEY, blob text);
      INSERT INTO heavy SELECT i, repeat('x', 400000) FROM generate_series(1, 3) i;
      CREATE TABLE base (id int PRIMARY KEY); CREATE TABLE derived () INHERITS (base);
      CREATE TABLE ruled (id int PRIMARY KEY); CREATE RULE nothing AS ON DELETE TO ruled DO INSTEAD NOTHING;
      CREATE TABLE hidden (id int PRIMARY KEY); ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
      CREATE TABLE parents (id int PRIMARY KEY, code text UNIQUE);
      CREATE TABLE children (id int PRIMARY KEY, parent int REFERENCES parents ON DELETE SET NULL,
        code text REFERENCES parents (code) ON UPDATE CASCADE);
      INSERT INTO parents VALUES (1, 'a'), (2, 'b'); INSERT INTO children VALUES (1, 1, NULL);
      CREATE ROLE limited LOGIN PASSWORD 'limited'; GRANT SELECT ON hidden TO limited`);
  });
  afterAll(() => world.stop());

  it('keeps every column of exactly the rows that match, as text, and when it looked', async () => {
    const answer = await capture('update', {
      table: 'people',
      match: { name: 'ann' },
      values: { age: 31 },
      rowCount: 1,
    });
    expect(answer).toMatchObject({ captured: true, resource: { table: 'public.people', key: ['id'] } });
    expect(contentOf(answer)).toMatchObject({
      key: ['id'],
      visible: expect.stringMatching(/^\d+:\d+:/),
      rows: [{ id: '1', name: 'ann', age: '30', tags: '{a}', 'x" OR 1=1 --': null }],
      proof: null,
    });
  });

  it.each<[JsonObject, number[]]>([
    [{}, [1, 2, 3]],
    [{ name: null }, [3]],
    [{ name: { null: false } }, [1, 2]],
    [{ id: { in: [1, 3, 9] } }, [1, 3]],
    [{ id: { in: [] } }, []],
    [{ age: { gt: 30, lte: 50 } }, [2, 3]],
    [{ age: { gte: 40, lt: 50 }, name: 'bob' }, [2]],
    [{ name: { neq: 'ann' } }, [2]],
    [{ name: { like: '%b' } }, [2]],
    [{ age: '40' }, [2]],
    [{ name: "' OR '1'='1" }, []],
    [{ 'x" OR 1=1 --': 'y' }, []],
  ])('matches %j as the statement does', async (match, ids) => {
    expect(await idsMatching(match)).toEqual(ids);
  });

  it.each<[JsonObject]>([
    [{ name: { neq: null } }],
    [{ name: { matches: 'x' } }],
    [{ name: { eq: 'x' } }],
    [{ name: {} }],
    [{ name: ['ann'] }],
    [{ id: { in: 1 } }],
    [{ id: { in: [null] } }],
    [{ name: { like: 1 } }],
    [{ name: { null: 'yes' } }],
  ])('does not guess what a match of %j means', async (match) => {
    expect(await refused('delete', { table: 'people', match })).toMatch(/^match of/);
  });

  it('does not trust a name that is not in the catalogue', async () => {
    const match = { 'id = 1 OR 1=1 --': 1 };
    expect(await refused('delete', { table: 'people', match })).toBe('the table has no column id = 1 OR 1=1 --');
    for (const table of [
      'people; DROP TABLE people',
      'people"; DROP TABLE people; --',
      "people' OR '1'='1",
      'pg_temp.x',
      'People',
    ]) {
      expect(await refused('delete', { table, match: {} })).toMatch(/^(there is no table|table must be a name)/);
    }
    expect(await refused('update', { table: 'people', match: {}, values: { 'age = 1, name': 'x' } })).toMatch(
      /no column/,
    );
    expect(await idsMatching({})).toEqual([1, 2, 3]);
  });

  it('never evaluates an expression', async () => {
    const values = { age: 'pg_terminate_backend(pg_backend_pid())::int' };
    expect((await capture('update', { table: 'people', match: {}, values, expressions: ['age'] })).captured).toBe(true);
  });

  it.each([
    ['keyless', 'keyless has no primary key'],
    ['grown', 'grown is a view, not a table'],
    ['kept', 'kept is a materialized view, not a table'],
    ['base', 'base has child tables, so its key does not tell rows apart'],
    ['ruled', 'ruled has rewrite rules'],
    ['pg_catalog.pg_class', 'pg_catalog.pg_class is a system table'],
    ['nowhere.people', 'there is no table nowhere.people'],
    ['big', '1001 rows match; at most 1000 rows are kept'],
  ])('does not capture rows of %s: %s', async (table, reason) => {
    expect(await refused('delete', { table, match: {} })).toBe(reason);
  });

  it('does not capture more than about a megabyte, and says how much it would be', async () => {
    expect(await refused('delete', { table: 'heavy', match: {} })).toMatch(/^the rows hold 12000\d\d bytes; at most/);
  });

  it('says both numbers when not as many rows match as expected', async () => {
    expect(await refused('delete', { table: 'people', match: {}, rowCount: 2 })).toBe(
      '2 rows are expected to be touched but 3 rows match',
    );
  });

  it('does not capture a change of the key', async () => {
    expect(await refused('update', { table: 'people', match: {}, values: { id: 9 } })).toMatch(/primary key column id/);
  });

  it('does not capture what would spread to other tables', async () => {
    expect(await refused('delete', { table: 'parents', match: {} })).toMatch(/also changes rows of public.children/);
    expect((await capture('delete', { table: 'parents', match: { id: 2 } })).captured).toBe(true);
    expect(await refused('update', { table: 'parents', match: {}, values: { code: 'z' } })).toMatch(/public.children/);
  });

  it('does not take rows that row security hides for rows that are not there', async () => {
    const connectionString = world.url.replace(/\/\/[^@]+@/, '//limited:limited@');
    const call = { apiName: 'postgres.rows.delete', payload: { table: 'hidden', match: {} } };
    const answer = await postgres.capture(call, { ...world.context, credentials: { connectionString } });
    expect(reasonOf(answer)).toMatch(/row-level security .* \(SQLSTATE 42501\)/);
  });

  it.each<[string, JsonObject]>([
    ['delete', { table: 'people' }],
    ['delete', { table: 'people', match: {}, returning: 'x' }],
    ['delete', { table: 7, match: {} }],
    ['delete', { table: 'a.b.c', match: {} }],
    ['delete', { table: 'people', match: {}, rowCount: -1 }],
    ['update', { table: 'people', match: {}, values: {} }],
    ['update', { table: 'people', match: {}, values: { age: 1 }, expressions: ['age'] }],
    ['update', { table: 'people', match: {}, values: { age: '1' }, expressions: ['name'] }],
    ['insert', { table: 'people', values: [] }],
    ['insert', { table: 'people', values: [{ id: 1 }, { name: 'x' }] }],
    ['insert', { table: 'people', values: { id: 1, nothing: 1 } }],
    ['insert', { table: 'people', values: { id: 'x' } }],
    ['insert', { table: 'people', values: { id: null } }],
    ['upsert', { table: 'people', values: { id: 1 } }],
  ])('answers with a reason to a payload of another shape: %s %j', async (verb, payload) => {
    expect(await refused(verb, payload)).not.toBe('');
  });

  it('records which keys of an insert were there already', async () => {
    const answer = await capture('insert', { table: 'people', values: [{ id: '01' }, { id: 7 }] });
    expect(contentOf(answer).proof).toEqual({ kind: 'given', absent: [{ id: '7' }], existing: [{ id: '1' }] });
  });

  it('gives the reason of the database when a value does not fit', async () => {
    expect(await refused('delete', { table: 'people', match: { age: 'old' } })).toMatch(/invalid input syntax .*22P02/);
  });

  it('does not wait longer than it may', async () => {
    await world.sql('CREATE TABLE locked (id int PRIMARY KEY)');
    const letGo = await world.hold('LOCK TABLE locked');
    const call = { apiName: 'postgres.rows.delete', payload: { table: 'locked', match: {} } };
    try {
      const hasty = await postgres.capture(call, { ...world.context, timeoutMs: 1_000 });
      expect(reasonOf(hasty)).toMatch(/timeout|timed out/);
    } finally {
      await letGo();
    }
  });
});
