import type { Effect, JsonObject } from '../../connector.js';
import { UNPROVED } from '../../proof/proof.js';
import { type RowsWorld, recorded, resultsOf } from './rows.testkit.js';

/** Tests that every dialect keeps the changes of another client between the capture and the call. */
export function keepsWhatCameBetween(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  const undo = (effect: Effect, onConflict: 'skip' | 'force' = 'skip') =>
    world.connector.undo(effect, onConflict, world.context);
  const account = async () => (await world.sql('SELECT * FROM accounts WHERE id = 1'))[0];
  const ROW = { id: 1, credit: '20.00', note: 'a' };

  /** Captures; then another client adds 10, and the call runs. */
  async function overtaken(verb: 'update' | 'delete', payload: JsonObject, sql: string, response: JsonObject) {
    const effect = await recorded(world, verb, { table: 'accounts', match: { id: 1 }, ...payload });
    await world.sql('UPDATE accounts SET credit = credit + 10');
    await world.sql(sql);
    return { ...effect, response: { rowCount: 1, ...response } };
  }

  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.clear();
    await world.sql('CREATE TABLE accounts (id int PRIMARY KEY, credit decimal(10,2), note varchar(9), data json)');
    await world.sql(`INSERT INTO accounts VALUES (1, 10, 'a', '{"k": 1}')`);
  });

  it('an update is a conflict in the column whose captured value is not the one it replaced', async () => {
    const values = { credit: 5, note: 'agent' };
    const sql = "UPDATE accounts SET credit = 5, note = 'agent'";
    const effect = await overtaken('update', { values }, sql, { before: [ROW] });
    const report = await undo(effect);
    expect([report.outcome, resultsOf(report)]).toEqual([
      'conflict',
      [
        ['credit', 'conflict'],
        ['note', 'restored'],
      ],
    ]);
    expect(await account()).toMatchObject({ credit: '5.00', note: 'a' });
    expect((await undo(effect, 'force')).outcome).toBe('done');
    expect(await account()).toMatchObject({ credit: '10.00', note: 'a' });
  });

  it('a delete is a conflict when the captured row is not the one it deleted', async () => {
    const effect = await overtaken('delete', {}, 'DELETE FROM accounts', { before: [{ ...ROW, data: { k: 1 } }] });
    const report = await undo(effect);
    expect([report.outcome, resultsOf(report)]).toEqual(['conflict', [['credit', 'conflict']]]);
    expect(await account()).toBeUndefined();
    expect((await undo(effect, 'force')).outcome).toBe('done');
    expect(await account()).toMatchObject({ credit: '10.00' });
  });

  it('a call that replaced what was captured is undone', async () => {
    const before = [{ ...ROW, credit: 10, data: { k: 1 } }];
    const values = { credit: 5 };
    const update = await recorded(world, 'update', { table: 'accounts', match: {}, values });
    await world.sql('UPDATE accounts SET credit = 5');
    expect((await undo({ ...update, response: { rowCount: 1, before } })).outcome).toBe('done');
    const removal = await recorded(world, 'delete', { table: 'accounts', match: {} });
    await world.sql('DELETE FROM accounts');
    expect((await undo({ ...removal, response: { rowCount: 1, before } })).outcome).toBe('done');
    expect(await account()).toMatchObject({ credit: '10.00', note: 'a' });
  });

  describe('a call that touched fewer rows than were captured', () => {
    const notes = async () => (await world.sql('SELECT id, note FROM accounts ORDER BY id')).map(({ note }) => note);
    const NAMED = { rowCount: 2, rows: [{ id: 1 }, { id: 3 }] };
    const COUNTED = { rowCount: 2 };

    /** Another client does with row 2 what the call is to do with all three. */
    async function second(verb: 'update' | 'delete', response: JsonObject) {
      await world.sql("INSERT INTO accounts VALUES (2, 10, 'a', NULL), (3, 10, 'a', NULL)");
      const values: JsonObject = verb === 'update' ? { values: { note: 'agent' } } : {};
      const effect = await recorded(world, verb, { table: 'accounts', match: { note: 'a' }, ...values });
      const all = verb === 'update' ? "UPDATE accounts SET note = 'agent'" : 'DELETE FROM accounts';
      await world.sql(`${all} WHERE id = 2`);
      await world.sql(`${all} WHERE note = 'a'`);
      return { ...effect, response };
    }

    it('leaves the row that its answer does not name', async () => {
      const effect = await second('update', NAMED);
      const report = await undo(effect);
      expect([report.outcome, report.detail]).toEqual(['conflict', expect.stringContaining('1 captured row is not')]);
      expect(await notes()).toEqual(['a', 'agent', 'a']);
      expect((await undo(effect, 'force')).outcome).toBe('done');
      expect(await notes()).toEqual(['a', 'a', 'a']);
    });

    it('does not restore the row that its answer does not name', async () => {
      const effect = await second('delete', NAMED);
      expect((await undo(effect)).outcome).toBe('conflict');
      expect(await notes()).toEqual(['a', 'a']);
      expect((await undo(effect, 'force')).outcome).toBe('done');
      expect(await notes()).toEqual(['a', 'a', 'a']);
    });

    it.each(['update', 'delete'] as const)('is UNKNOWN where its answer counts them alone: %s', async (verb) => {
      const effect = await second(verb, COUNTED);
      const now = await notes();
      const plan = await world.connector.plan(effect);
      expect(plan.remains).toContainEqual(expect.stringContaining('touched 2 of the 3 captured rows'));
      expect(await undo(effect)).toMatchObject({ outcome: 'unknown', detail: UNPROVED });
      expect(await notes()).toEqual(now);
      expect((await undo(effect, 'force')).outcome).toBe('done');
      expect(await notes()).toEqual(['a', 'a', 'a']);
    });

    it('is undone where no more rows look as it left them than it counts', async () => {
      const effect = await second('update', COUNTED);
      await world.sql("UPDATE accounts SET note = 'human' WHERE id = 2");
      expect((await undo(effect)).outcome).toBe('conflict');
      expect(await notes()).toEqual(['a', 'human', 'a']);
    });

    it('needs no proof for a row that has the value already', async () => {
      await world.sql("INSERT INTO accounts VALUES (2, 10, 'agent', NULL)");
      const effect = await recorded(world, 'update', { table: 'accounts', match: {}, values: { note: 'agent' } });
      await world.sql("UPDATE accounts SET note = 'agent'");
      const report = await undo({ ...effect, response: { rowCount: 2 } });
      expect([report.outcome, report.unchanged]).toEqual(['done', [expect.stringContaining('id=2')]]);
      expect(await notes()).toEqual(['a', 'agent']);
    });

    it('does not mention a row that its answer does not name and that is as before', async () => {
      const effect = await second('update', NAMED);
      await world.sql("UPDATE accounts SET note = 'a' WHERE id = 2");
      expect((await undo(effect)).items.map(({ resource }) => resource)).toHaveLength(2);
      expect(await notes()).toEqual(['a', 'a', 'a']);
    });
  });
}
