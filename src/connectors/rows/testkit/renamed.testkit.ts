import type { Effect } from '../../connector.js';
import { type RowsWorld, resultsOf } from './rows.testkit.js';

/** Tests the reports of every dialect when names or keys have changed since the call was captured. */
export function holdsWhatIsRenamed(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  const undo = (effect: Effect) => world.connector.undo(effect, 'skip', world.context);
  const rows = (table = 'accounts') => world.sql(`SELECT * FROM ${table} ORDER BY id`);
  const update = () => world.perform('update', { table: 'accounts', match: { id: 1 }, values: { note: 'x' } });

  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.clear();
    await world.sql('CREATE TABLE accounts (id int PRIMARY KEY, note varchar(9), credit int)');
    await world.sql("INSERT INTO accounts VALUES (1, 'a', 1), (2, 'b', 2)");
  });

  it.each([
    ['the column', 'ALTER TABLE accounts RENAME COLUMN note TO remark', 'accounts', /column note is no longer/],
    ['the table', 'ALTER TABLE accounts RENAME TO former', 'former', /there is no table/],
  ])(
    'nothing is undone while %s has another name, and everything once it has its own again',
    async (_, rename, table, why) => {
      const before = await rows();
      const effects = [
        await update(),
        await world.perform('delete', { table: 'accounts', match: { id: 2 } }),
        await world.perform('insert', { table: 'accounts', values: { id: 3, note: 'c', credit: 3 } }),
      ].reverse();
      await world.sql(rename);
      const left = await rows(table);
      const reports = [];
      for (const effect of effects) reports.push(await undo(effect));
      const impossible = { outcome: 'impossible', detail: expect.stringMatching(why) };
      // The value of the deleted row in a dropped column is a conflict of that row.
      const removed = table === 'accounts' ? { outcome: 'conflict' } : impossible;
      expect(reports).toMatchObject([impossible, removed, impossible]);
      expect(await rows(table)).toEqual(left);
      const [, from = '', to = ''] = /RENAME (?:COLUMN (\w+) )?TO (\w+)/.exec(rename) ?? [];
      await world.sql(
        from ? `ALTER TABLE accounts RENAME COLUMN ${to} TO ${from}` : `ALTER TABLE ${to} RENAME TO accounts`,
      );
      for (const effect of effects) expect((await undo(effect)).outcome).toBe('done');
      expect(await rows()).toEqual(before);
    },
  );

  it('calls are undone without a dropped column that they did not set', async () => {
    await world.sql("INSERT INTO accounts VALUES (4, 'd', NULL)");
    const before = (await rows()).map(({ id, note }) => ({ id, note }));
    const effects = [
      await update(),
      await world.perform('insert', { table: 'accounts', values: { id: 3, note: 'c' } }),
      await world.perform('delete', { table: 'accounts', match: { id: 4 } }),
    ];
    await world.sql('ALTER TABLE accounts DROP COLUMN credit');
    for (const effect of effects) expect((await undo(effect)).outcome).toBe('done');
    expect(await rows()).toEqual(before);
  });

  it('an insert that set a dropped column is not undone, and what a deleted row held in it is a conflict', async () => {
    const inserted = await world.perform('insert', { table: 'accounts', values: { id: 3, note: 'c', credit: 3 } });
    const removed = await world.perform('delete', { table: 'accounts', match: { id: 2 } });
    await world.sql('ALTER TABLE accounts DROP COLUMN credit');
    const left = await rows();
    expect(await undo(inserted)).toMatchObject({
      outcome: 'impossible',
      detail: expect.stringMatching(/column credit/),
    });
    const report = await undo(removed);
    expect([report.outcome, resultsOf(report)]).toEqual(['conflict', [['credit', 'conflict']]]);
    expect(await rows()).toEqual(left);
    expect((await world.connector.undo(removed, 'force', world.context)).outcome).toBe('done');
    expect((await rows())[1]).toEqual({ id: '2', note: 'b' });
  });

  it('an insert is undone where the table got a column since, unless another client has filled it', async () => {
    const payload = (id: number) => ({ table: 'accounts', values: { id, note: 'c', credit: 3 } });
    const [untouched, filled] = [await world.perform('insert', payload(3)), await world.perform('insert', payload(4))];
    await world.sql("ALTER TABLE accounts ADD COLUMN kind varchar(9) DEFAULT 'new'");
    await world.sql("UPDATE accounts SET kind = 'other' WHERE id = 4");
    expect((await undo(untouched)).outcome).toBe('done');
    const report = await undo(filled);
    expect([report.outcome, resultsOf(report)]).toEqual(['conflict', [['kind', 'conflict']]]);
    expect(await rows()).toContainEqual({ id: '4', note: 'c', credit: '3', kind: 'other' });
  });

  it.each([
    ['note', 'varchar(40)', 'done'],
    ['credit', 'bigint', 'done'],
    ['note', 'int', 'impossible'],
  ])('calls are undone where %s is of the type %s since: %s', async (column, type, outcome) => {
    const { id } = world.connector;
    await world.sql("UPDATE accounts SET note = '7'");
    const before = await rows();
    const effects = [
      await world.perform('update', { table: 'accounts', match: { id: 1 }, values: { note: '8', credit: 5 } }),
      await world.perform('delete', { table: 'accounts', match: { id: 2 } }),
    ].reverse();
    const change =
      id === 'mysql' ? `MODIFY ${column} ${type}` : `ALTER ${column} TYPE ${type} USING ${column}::${type}`;
    await world.sql(`ALTER TABLE accounts ${change}`);
    for (const effect of effects) expect((await undo(effect)).outcome).toBe(outcome);
    if (outcome === 'done') expect(await rows()).toEqual(before);
  });

  it('another table that has taken the name keeps its rows', async () => {
    const effect = await update();
    await world.sql('ALTER TABLE accounts RENAME TO former');
    await world.sql('CREATE TABLE accounts (id int PRIMARY KEY, note varchar(9), credit int)');
    await world.sql("INSERT INTO accounts VALUES (1, 'other', 9)");
    expect((await undo(effect)).outcome).not.toBe('done');
    expect(await rows()).toEqual([{ id: '1', note: 'other', credit: '9' }]);
  });

  it('a row whose key another client changed is a conflict, and is undone once it has its key again', async () => {
    const effect = await update();
    await world.sql('UPDATE accounts SET id = 9 WHERE id = 1');
    const report = await undo(effect);
    expect([report.outcome, resultsOf(report)]).toEqual(['conflict', [['(row)', 'conflict']]]);
    expect(await rows()).toContainEqual({ id: '9', note: 'x', credit: '1' });
    await world.sql('UPDATE accounts SET id = 1 WHERE id = 9');
    expect((await undo(effect)).outcome).toBe('done');
    expect(await rows()).toContainEqual({ id: '1', note: 'a', credit: '1' });
  });

  it('a call that changes a key is not captured, and says so', async () => {
    const payload = { table: 'accounts', match: { id: 1 }, values: { id: 9 } };
    const apiName = `${world.connector.id}.rows.update`;
    expect(await world.connector.capture({ apiName, payload }, world.context)).toEqual({
      captured: false,
      reason: 'the call changes the primary key column id, so its rows could not be found again',
    });
  });
}
