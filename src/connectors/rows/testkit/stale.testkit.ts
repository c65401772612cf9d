import type { Effect, JsonObject } from '../../connector.js';
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
}
