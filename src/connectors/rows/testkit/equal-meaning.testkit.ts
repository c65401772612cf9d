import type { Effect } from '../../connector.js';
import { type RowsWorld, recorded, resultsOf } from './rows.testkit.js';

/** Tests that every dialect takes values for equal that another client has written in another form. */
export function comparesMeanings(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  const undo = (effect: Effect) => world.connector.undo(effect, 'skip', world.context);
  const one = { table: 'documents', match: { id: 1 } };
  const documents = () => world.sql('SELECT id, data FROM documents ORDER BY id');
  const set = (text: string) => world.sql(`UPDATE documents SET data = '${text}' WHERE id = 1`);
  const CAPTURED = '{"b": [1, 1.50], "a": 9007199254740993}';
  const THE_SAME = '{"a":9007199254740993,"b":[1.0,1.5]}';

  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.clear();
    await world.sql(`CREATE TABLE documents (id ${world.numbered} PRIMARY KEY, data json)`);
    await world.sql(`INSERT INTO documents (data) VALUES ('${CAPTURED}')`);
  });

  it('json that another client has reformatted since is no conflict, and the captured text is restored', async () => {
    const before = await documents();
    for (const data of [{ y: 1, x: [2.5] }, '{"y":1,"x":[2.5]}']) {
      const effect = await world.perform('update', { ...one, values: { data } });
      await set('{ "x": [2.50],  "y": 1 }');
      expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row restored' });
      expect(await documents()).toEqual(before);
    }
  });

  it('json in which another client has changed the last digit of a number is a conflict', async () => {
    const effect = await world.perform('update', { ...one, values: { data: '{"n":9007199254740993}' } });
    await set('{"n":9007199254740992}');
    expect((await undo(effect)).outcome).toBe('conflict');
  });

  it('json that another client has put back with other spaces is as before already', async () => {
    const effect = await world.perform('update', { ...one, values: { data: '{"x":1}' } });
    await set(THE_SAME);
    const now = await documents();
    expect(resultsOf(await undo(effect))).toEqual([['data', 'already-restored']]);
    expect(await documents()).toEqual(now);
  });

  it('a deleted row that another client has recreated with reformatted json is already as before', async () => {
    const effect = await world.perform('delete', one);
    await world.sql(`INSERT INTO documents (id, data) VALUES (1, '${THE_SAME}')`);
    expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row already-restored' });
  });

  it('an inserted row whose json another client has reformatted is deleted', async () => {
    const effect = await world.perform('insert', { table: 'documents', values: { id: 2, data: '{"y":1,"x":2}' } });
    await world.sql(`UPDATE documents SET data = '{"x":2, "y":1.0}' WHERE id = 2`);
    expect((await undo(effect)).outcome).toBe('done');
    expect(await documents()).toHaveLength(1);
  });

  it('a row whose generated key is below one that was given is deleted, and one that was there never is', async () => {
    const values = { data: '{"x":1}' };
    for (const text of ['{"x":0}', '{"x":1}']) await world.sql(`INSERT INTO documents (data) VALUES ('${text}')`);
    await world.sql('UPDATE documents SET id = 1000 WHERE id = 1');
    const { snapshot } = await recorded(world, 'insert', { table: 'documents', values });
    const effect = await world.perform('insert', { table: 'documents', values });
    const reported = (id: string) => undo({ ...effect, snapshot, response: { rows: [{ id, data: { x: 1 } }] } });
    for (const id of ['3', '1000']) expect((await reported(id)).outcome).toBe('conflict');
    expect(await documents()).toHaveLength(4);
    expect((await undo(effect)).outcome).toBe('done');
    expect((await documents()).map(({ id }) => id)).toEqual(['2', '3', '1000']);
  });
}
