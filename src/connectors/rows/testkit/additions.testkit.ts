import type { Effect, Json, JsonObject } from '../../connector.js';
import { AS_LEFT, UNKNOWN } from '../../proof/proof.js';
import { type RowsWorld, resultsOf } from './rows.testkit.js';

/** Tests that every dialect keeps the values that other clients put into a row which the agent inserted. */
export function keepsAdditions(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  const undo = (effect: Effect) => world.connector.undo(effect, 'skip', world.context);
  const tickets = () => world.sql('SELECT * FROM tickets ORDER BY id');
  /** Inserts, and reports only how many rows that were. */
  const insert = async (values: JsonObject): Promise<Effect> => {
    const effect = await world.perform('insert', { table: 'tickets', values });
    const { insertId = 0 } = effect.response as JsonObject;
    return { ...effect, response: { rowCount: 1, insertId } };
  };

  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.clear();
    await world.sql(`CREATE TABLE tickets (id int PRIMARY KEY, title varchar(40), note varchar(40),
      state varchar(9) NOT NULL DEFAULT 'o''pen', votes decimal(6,2) DEFAULT 1.5, open int NOT NULL DEFAULT -1,
      made timestamp NULL DEFAULT CURRENT_TIMESTAMP, twice int GENERATED ALWAYS AS (open * 2) STORED)`);
  });

  it.each([
    ['a column without a default', "note = 'human'"],
    ['a column with a text as its default', "state = 'done'"],
    ['a column with a decimal as its default', 'votes = 2'],
    ['a column with a negative number as its default', 'open = 0'],
  ])('a row is a conflict when another client has set %s since', async (_, change) => {
    const effect = await insert({ id: 7, title: 'agent' });
    await world.sql(`UPDATE tickets SET ${change}`);
    const report = await undo(effect);
    expect(report.outcome).toBe('conflict');
    expect(resultsOf(report)).toEqual([[change.split(' ')[0], 'conflict']]);
    expect(await world.connector.probeOutcome({ ...effect, response: null }, world.context)).toEqual(UNKNOWN);
    expect(await tickets()).toHaveLength(1);
  });

  it('a row is deleted while its defaults are as the call left them', async () => {
    const effect = await insert({ id: 7, title: 'agent' });
    expect(await world.connector.probeOutcome({ ...effect, response: null }, world.context)).toEqual(AS_LEFT);
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
    expect(await tickets()).toEqual([]);
  });

  it('the plan names the columns in which a later change would not be noticed', async () => {
    const { response, ...effect } = await world.perform('insert', { table: 'tickets', values: { id: 7 } });
    const remains = [
      'What the call left in made is not known: a change of it by another client since would not be noticed.',
    ];
    expect(world.connector.plan({ ...effect, response: { rowCount: 1 } }).remains).toEqual(remains);
    const rows: Json = [{ id: 7, made: '2026-01-01 00:00:00' }];
    expect(world.connector.plan({ ...effect, response: { rows } }).remains).toEqual([]);
  });

  it('a column that a trigger may set is not compared with its default', async () => {
    await world.trigger('tickets', 'INSERT', 'note', "'set'");
    const effect = await insert({ id: 7, title: 'agent' });
    expect(world.connector.plan(effect).remains.join(' ')).toContain('What the call left in note');
    expect(await undo(effect)).toMatchObject({ outcome: 'done' });
  });

  it('each row of a call has its own defaults', async () => {
    const values = [
      { id: 1, note: 'agent' },
      { id: 2, note: 'agent' },
    ];
    const effect = await world.perform('insert', { table: 'tickets', values });
    await world.sql("UPDATE tickets SET state = 'done' WHERE id = 2");
    const report = await undo({ ...effect, response: { rowCount: 2 } });
    expect(report.items.map(({ result }) => result)).toEqual(['restored', 'conflict']);
    expect((await tickets()).map(({ id }) => id)).toEqual(['2']);
  });
}
