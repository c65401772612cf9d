import type { JsonObject } from '../../connector.js';
import { capturesRows } from '../../rows/testkit/capture.testkit.js';
import { postgres } from '../postgres.connector.js';
import { contentOf, reasonOf, startRowsWorld, startWorld, type World } from './postgres.testkit.js';

describe('capturing a postgres call', () => {
  capturesRows(startRowsWorld);

  describe('where PostgreSQL has something of its own', () => {
    let world: World;
    const capture = (verb: string, payload: JsonObject) =>
      postgres.capture({ apiName: `postgres.rows.${verb}`, payload }, world.context);
    const refused = async (verb: string, payload: JsonObject) => reasonOf(await capture(verb, payload));

    beforeAll(async () => {
      world = await startWorld();
      await world.sql(`
        CREATE TABLE people (id int PRIMARY KEY, age int, tags text[], "x"" OR 1=1 --" text);
        INSERT INTO people VALUES (1, 30, '{a}', NULL), (2, 40, NULL, NULL);
        CREATE VIEW grown AS SELECT * FROM people WHERE age > 35;
        CREATE MATERIALIZED VIEW kept AS SELECT 1 AS id;
        CREATE TABLE big (id int PRIMARY KEY, blob text);
        INSERT INTO big SELECT i, NULL FROM generate_series(1, 1001) i;
        CREATE TABLE base (id int PRIMARY KEY); CREATE TABLE derived () INHERITS (base);
        CREATE TABLE ruled (id int PRIMARY KEY); CREATE RULE nothing AS ON DELETE TO ruled DO INSTEAD NOTHING;
        CREATE TABLE hidden (id int PRIMARY KEY); ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
        CREATE ROLE limited LOGIN PASSWORD 'limited'; GRANT SELECT ON hidden TO limited`);
    });
    afterAll(() => world.stop());

    it('keeps arrays as text, and the transactions that it saw', async () => {
      const payload = { table: 'people', match: { id: 1 }, values: { age: 31 } };
      expect(contentOf(await capture('update', payload))).toMatchObject({
        visible: expect.stringMatching(/^\d+:\d+:/),
        rows: [{ id: '1', age: '30', tags: '{a}', 'x" OR 1=1 --': null }],
      });
      const quoted = { table: 'people', match: { 'x" OR 1=1 --': 'y' } };
      expect(contentOf(await capture('delete', quoted)).rows).toEqual([]);
    });

    it.each([
      ['grown', 'grown is a view, not a table'],
      ['kept', 'kept is a materialized view, not a table'],
      ['base', 'base has child tables, so its key does not identify a row'],
      ['ruled', 'ruled has rewrite rules'],
      ['pg_catalog.pg_class', 'pg_catalog.pg_class is a system table'],
      ['People', 'there is no table People'],
      ['pg_temp.x', 'there is no table pg_temp.x'],
      ['big', '1001 rows match; at most 1000 rows are kept'],
    ])('does not capture rows of %s: %s', async (table, reason) => {
      expect(await refused('delete', { table, match: {} })).toBe(reason);
    });

    it('distinguishes rows that row security hides from missing rows', async () => {
      const connectionString = world.url.replace(/\/\/[^@]+@/, '//limited:limited@');
      const call = { apiName: 'postgres.rows.delete', payload: { table: 'hidden', match: {} } };
      const answer = await postgres.capture(call, { ...world.context, credentials: { connectionString } });
      expect(reasonOf(answer)).toMatch(/row-level security .* \(SQLSTATE 42501\)/);
    });

    it('gives the reason of the database when a value does not fit', async () => {
      expect(await refused('delete', { table: 'people', match: { age: 'old' } })).toMatch(
        /invalid input syntax .*22P02/,
      );
    });

    it('waits no longer than permitted', async () => {
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
});
