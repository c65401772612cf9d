import type { JsonObject } from '../../connector.js';
import { type RowsWorld, recorded } from './rows.testkit.js';

/** Tests the rows that every dialect must capture, and those that it must refuse to capture. */
export function capturesRows(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  const capture = (verb: string, payload: JsonObject) =>
    world.connector.capture({ apiName: `${world.connector.id}.rows.${verb}`, payload }, world.context);
  const refused = async (verb: string, payload: JsonObject) => {
    const captured = await capture(verb, payload);
    return captured.captured ? 'it was captured' : captured.reason;
  };
  const idsMatching = async (match: JsonObject) => {
    const { snapshot } = await recorded(world, 'delete', { table: 'people', match });
    return (snapshot.rows as { id: string }[]).map(({ id }) => Number(id));
  };

  beforeAll(async () => {
    world = await start();
    await world.clear();
    for (const sql of [
      'CREATE TABLE people (id int PRIMARY KEY, name varchar(40), age int)',
      "INSERT INTO people VALUES (1, 'ann', 30), (2, 'bob', 40), (3, NULL, 50)",
      'CREATE TABLE keyless (a int)',
      'CREATE TABLE heavy (id int PRIMARY KEY, body text)',
      ...[1, 2].flatMap((half) => [1, 2].map((n) => `INSERT INTO heavy VALUES (${half}${n}, '${'x'.repeat(30_000)}')`)),
      ...Array.from(
        { length: 10 },
        (_, n) => `INSERT INTO heavy SELECT id + ${100 * (n + 1)}, body FROM heavy WHERE id < 100`,
      ),
      'CREATE TABLE parents (id int PRIMARY KEY, code varchar(9) UNIQUE, parent int)',
      'ALTER TABLE parents ADD FOREIGN KEY (parent) REFERENCES parents (id) ON DELETE CASCADE',
      `CREATE TABLE children (id int PRIMARY KEY, parent int, code varchar(9),
        FOREIGN KEY (parent) REFERENCES parents (id) ON DELETE SET NULL,
        FOREIGN KEY (code) REFERENCES parents (code) ON UPDATE CASCADE)`,
      "INSERT INTO parents VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', NULL), (4, 'd', 3), (5, 'e', 5)",
      'INSERT INTO children VALUES (1, 1, NULL)',
    ]) {
      await world.sql(sql);
    }
  });
  afterAll(() => world.stop());

  it('keeps every column of exactly the rows that match, as text', async () => {
    const payload = { table: 'people', match: { name: 'ann' }, values: { age: 31 }, rowCount: 1 };
    const answer = await capture('update', payload);
    expect(answer).toMatchObject({
      captured: true,
      resource: { table: `${world.schema}.people`, key: ['id'] },
      content: { key: ['id'], rows: [{ id: '1', name: 'ann', age: '30' }], proof: null },
    });
  });

  it.each<[JsonObject, number[]]>([
    [{}, [1, 2, 3]],
    [{ name: null }, [3]],
    [{ name: { null: false } }, [1, 2]],
    [{ id: { in: [1, 3, 9] } }, [1, 3]],
    [{ id: { in: ['1', '3'] } }, [1, 3]],
    [{ id: { in: [] } }, []],
    [{ age: { gt: 30, lte: 50 } }, [2, 3]],
    [{ age: { gte: 40, lt: 50 }, name: 'bob' }, [2]],
    [{ name: { neq: 'ann' } }, [2]],
    [{ name: { like: '%b' } }, [2]],
    [{ age: '40' }, [2]],
    [{ name: "' OR '1'='1" }, []],
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
    const column = 'id = 1 OR 1=1 --';
    const missing = `the table has no column ${column}`;
    expect(await refused('delete', { table: 'people', match: { [column]: 1 } })).toBe(missing);
    expect(await refused('update', { table: 'people', match: {}, values: { [column]: 'x' } })).toBe(missing);
    expect(await refused('insert', { table: 'people', values: { id: 9, [column]: 'x' } })).toBe(missing);
    for (const table of ['people; DROP TABLE people', 'people"; DROP TABLE people; --', "people' OR '1'='1", 'no.x']) {
      expect(await refused('delete', { table, match: {} })).toMatch(/^there is no table/);
    }
    expect(await idsMatching({})).toEqual([1, 2, 3]);
  });

  it('never evaluates an expression', async () => {
    const payload = { table: 'people', match: {}, values: { age: 'nothing_of_that_name()' }, expressions: ['age'] };
    expect((await capture('update', payload)).captured).toBe(true);
  });

  it('does not capture rows that have no key', async () => {
    expect(await refused('delete', { table: 'keyless', match: {} })).toBe('keyless has no primary key');
    expect(await refused('delete', { table: 'nowhere', match: {} })).toBe('there is no table nowhere');
  });

  it('does not capture more than about a megabyte, and says how much it would be', async () => {
    expect(await refused('delete', { table: 'heavy', match: {} })).toMatch(/^the rows hold 13\d{5} bytes; at most/);
    expect((await capture('delete', { table: 'heavy', match: { id: { lt: 500 } } })).captured).toBe(true);
  });

  it('says both numbers when not as many rows match as expected', async () => {
    expect(await refused('delete', { table: 'people', match: {}, rowCount: 2 })).toBe(
      '2 rows are expected to be touched but 3 rows match',
    );
  });

  it('does not capture a change of the key', async () => {
    expect(await refused('update', { table: 'people', match: {}, values: { id: 9 } })).toMatch(/primary key column id/);
  });

  it('does not capture what would spread to other rows', async () => {
    const other = (name: string) => expect.stringContaining(`also changes rows of ${world.schema}.${name}`);
    const remove = (match: JsonObject) => refused('delete', { table: 'parents', match });
    expect(await remove({ id: 1 })).toEqual(other('children'));
    expect(await remove({ id: 3 })).toEqual(other('parents'));
    for (const ids of [[2], [3, 4], [5]]) expect(await remove({ id: { in: ids } })).toBe('it was captured');
    expect(await refused('update', { table: 'parents', match: {}, values: { code: 'z' } })).toEqual(other('children'));
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
    ['insert', { table: 'people', values: { id: 'x' } }],
    ['insert', { table: 'people', values: { id: null } }],
    ['upsert', { table: 'people', values: { id: 1 } }],
  ])('answers with a reason to a payload of another shape: %s %j', async (verb, payload) => {
    expect(await refused(verb, payload)).not.toMatch(/^$|it was captured|unexpected/);
  });

  it('records which keys of an insert were there already', async () => {
    const { snapshot } = await recorded(world, 'insert', { table: 'people', values: [{ id: '01' }, { id: 7 }] });
    expect(snapshot.proof).toEqual({ kind: 'given', absent: [{ id: '7' }], existing: [{ id: '1' }] });
  });
}
