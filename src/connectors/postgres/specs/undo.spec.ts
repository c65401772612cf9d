import pg from 'pg';
import { UNKNOWN } from '../../proof/proof.js';
import { undoesRows } from '../../rows/testkit/undo.testkit.js';
import { postgres } from '../postgres.connector.js';
import { startRowsWorld, startWorld, type World } from './postgres.testkit.js';

describe('undoing a postgres call', () => {
  undoesRows(startRowsWorld);

  describe('where PostgreSQL is asked for what others do not have', () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld();
    });
    afterAll(() => world.stop());

    it('fails when only COMMIT would find that a referenced row no longer exists', async () => {
      await world.sql(`CREATE TABLE parents (id int PRIMARY KEY); INSERT INTO parents VALUES (3);
        CREATE TABLE children (id int PRIMARY KEY, parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO children VALUES (1, 3)`);
      const effect = await world.perform('postgres.rows.delete', { table: 'children', match: {} });
      await world.sql('DELETE FROM parents');
      const report = await postgres.undo(effect, 'skip', world.context);
      expect(report.outcome).toBe('failed');
      expect(report.detail).toMatch(/foreign key constraint .* \(SQLSTATE 23503\)/);
      expect(await world.sql('SELECT * FROM children')).toEqual([]);
    });

    it('never deletes an old row with a random key, even after the agent has touched it', async () => {
      await world.sql(`CREATE TABLE tokens (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), label text);
        INSERT INTO tokens (label) SELECT 'old' FROM generate_series(1, 1500)`);
      const effect = await world.perform('postgres.rows.insert', { table: 'tokens', values: { label: 'new' } });
      const force = (row: Record<string, string | null>) =>
        postgres.undo({ ...effect, response: { rows: [row] } }, 'force', world.context);
      const [old] = await world.sql("SELECT * FROM tokens WHERE label = 'old' LIMIT 1");
      expect((await force({ ...old })).items[0]?.result).toBe('impossible');
      await world.sql("UPDATE tokens SET label = 'touched' WHERE id = $1", [old?.id]);
      expect((await force({ id: old?.id ?? null, label: 'touched' })).items[0]?.result).toBe('impossible');
      expect(await world.sql('SELECT 1 FROM tokens')).toHaveLength(1501);
      expect((await postgres.undo(effect, 'skip', world.context)).outcome).toBe('done');
    });

    it('writes nothing into another column that has the name of the captured one by now', async () => {
      await world.sql(
        "CREATE TABLE renamed (id int PRIMARY KEY, v text, w text); INSERT INTO renamed VALUES (1, 'a', 'b')",
      );
      const changed = (values: object) =>
        world.perform('postgres.rows.update', { table: 'renamed', match: { id: 1 }, values: { ...values } });
      const [v, w] = [await changed({ v: 'x' }), await changed({ w: 'y' })];
      const deleted = await world.perform('postgres.rows.delete', { table: 'renamed', match: {} });
      await world.sql(`ALTER TABLE renamed RENAME v TO former; ALTER TABLE renamed ADD v text DEFAULT 'x';
        INSERT INTO renamed VALUES (1, 'x', 'y')`);
      const row = () => world.sql('SELECT former, v, w FROM renamed');
      expect(await postgres.undo(v, 'force', world.context)).toMatchObject({
        outcome: 'impossible',
        detail: 'column v is no longer as it was captured',
      });
      expect(await row()).toEqual([{ former: 'x', v: 'x', w: 'y' }]);
      expect((await postgres.undo(w, 'skip', world.context)).outcome).toBe('done');
      await world.sql('DELETE FROM renamed');
      expect((await postgres.undo(deleted, 'skip', world.context)).outcome).toBe('conflict');
      expect((await postgres.undo(deleted, 'force', world.context)).outcome).toBe('done');
      expect(await row()).toEqual([{ former: null, v: 'x', w: 'y' }]);
    });

    it('writes nothing where another column is the key by now', async () => {
      await world.sql(`CREATE TABLE swapped (id int PRIMARY KEY, other int NOT NULL UNIQUE, v text);
        INSERT INTO swapped VALUES (1, 2, 'a'), (2, 1, 'x')`);
      const effect = await world.perform('postgres.rows.update', {
        ...{ table: 'swapped', match: { id: 1 }, values: { v: 'x' } },
      });
      await world.sql(`ALTER TABLE swapped DROP CONSTRAINT swapped_pkey; ALTER TABLE swapped RENAME id TO former;
        ALTER TABLE swapped RENAME other TO id; ALTER TABLE swapped ADD PRIMARY KEY (id)`);
      expect((await postgres.undo(effect, 'force', world.context)).outcome).toBe('impossible');
      expect(await world.sql('SELECT v FROM swapped')).toEqual([{ v: 'x' }, { v: 'x' }]);
    });

    it('is impossible in another database, and in a table that was recreated', async () => {
      const make = 'CREATE TABLE twins (id int PRIMARY KEY, n int); INSERT INTO twins VALUES (1, 1)';
      await world.sql(make);
      await world.sql('CREATE DATABASE other');
      const url = world.url.replace(/\/[^/]*$/, '/other');
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      await other.query(make);
      const effect = await world.perform('postgres.rows.update', {
        table: 'twins',
        match: { id: 1 },
        values: { n: 2 },
      });
      const there = { ...world.context, credentials: { connectionString: url } };
      expect(await postgres.undo(effect, 'force', there)).toMatchObject({ outcome: 'impossible' });
      expect(await postgres.probeOutcome(effect, there)).toEqual(UNKNOWN);
      expect((await other.query('SELECT n FROM twins')).rows).toEqual([{ n: 1 }]);
      await other.end();
      expect((await postgres.undo(effect, 'skip', world.context)).outcome).toBe('done');
      await world.sql(`DROP TABLE twins; ${make}`);
      expect(await postgres.undo(effect, 'force', world.context)).toMatchObject({ outcome: 'impossible' });
    });

    it('is impossible when a captured column is of another type', async () => {
      await world.sql("CREATE TABLE notes (id int PRIMARY KEY, body text); INSERT INTO notes VALUES (1, 'a')");
      const payload = { table: 'notes', match: {}, values: { body: 'agent' } };
      const effect = await world.perform('postgres.rows.update', payload);
      await world.sql('ALTER TABLE notes ALTER COLUMN body TYPE varchar(50)');
      expect(await postgres.undo(effect, 'skip', world.context)).toMatchObject({
        outcome: 'impossible',
        detail: 'column body is no longer as it was captured',
      });
    });
  });
});
