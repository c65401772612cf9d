import type { ConnectorContext, Effect, JsonObject } from '../../connector.js';
import { AS_LEFT } from '../../proof/proof.js';
import { transientMemory } from '../../undo-memory.js';
import { type RowsWorld, recorded } from './rows.testkit.js';

/**
 * Tests that every dialect subtracts from a column that the agent adds to, while it holds the captured value plus the
 * sum.
 */
export function takesSumsOff(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  const undo = (effect: Effect, more: Partial<ConnectorContext> = {}) =>
    world.connector.undo(effect, 'skip', { ...world.context, ...more });
  const payloadOf = (sums: Record<string, string>, more: JsonObject = {}): JsonObject => ({
    table: 'counters',
    match: { id: 1 },
    values: { ...sums, ...more },
    expressions: Object.keys(sums),
  });
  /** Updates, and reports only how many rows that were. */
  const add = async (sums: Record<string, string>, more: JsonObject = {}): Promise<Effect> => ({
    ...(await world.perform('update', payloadOf(sums, more))),
    response: { rowCount: 1 },
  });
  const counter = async () => (await world.sql('SELECT * FROM counters WHERE id = 1'))[0];

  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.clear();
    await world.sql(
      'CREATE TABLE counters (id int PRIMARY KEY, n int, m bigint, price decimal(12,2), note varchar(9))',
    );
    await world.sql("INSERT INTO counters VALUES (1, 10, 9007199254740993, 1.50, 'a'), (2, 10, 0, 0, 'b')");
  });

  it.each([
    ['n', 'n + 5', '10'],
    ['n', 'n - 5', '10'],
    ['n', '5 + n', '10'],
    ['n', '(n + 5)', '10'],
    ['m', 'm - 1', '9007199254740993'],
    ['price', 'price + 0.05', '1.50'],
    ['price', 'price - 20', '1.50'],
  ])(
    '%s = %s goes back to what was captured, and is a conflict once another client added',
    async (column, sql, before) => {
      const effect = await add({ [column]: sql });
      expect(await world.connector.probeOutcome({ ...effect, response: null }, world.context)).toEqual(AS_LEFT);
      await world.sql(`UPDATE counters SET ${column} = ${column} + 7 WHERE id = 1`);
      const now = await counter();
      expect(await undo(effect)).toMatchObject({ outcome: 'conflict' });
      expect(await counter()).toEqual(now);
      await world.sql(`UPDATE counters SET ${column} = ${column} - 7 WHERE id = 1`);
      expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row restored' });
      expect(await counter()).toMatchObject({ [column]: before });
      expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row already-restored' });
    },
  );

  it.each([
    ['a sum', () => add({ n: 'n + 5' }), { added: '5' }],
    ['a value', () => world.perform('update', { table: 'counters', match: { id: 1 }, values: { n: 15 } }), {}],
  ])('%s in a row that another client recreated with the same number is a conflict', async (_, call, more) => {
    await world.sql('ALTER TABLE counters ADD born timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP');
    await world.sql("UPDATE counters SET born = '2026-01-02 03:04:05' WHERE id = 1");
    const effect = await call();
    await world.sql('DELETE FROM counters WHERE id = 1');
    await world.sql("INSERT INTO counters (id, n, note) VALUES (1, 15, 'a')");
    const now = await counter();
    const report = await undo(effect);
    expect(report).toMatchObject({ outcome: 'conflict', items: [{ fields: [{ field: 'n', ...more }] }] });
    expect(await counter()).toEqual(now);
  });

  it('a sum is undone where another client changed the moment of a change, and not that of the creation', async () => {
    const moment = 'timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP';
    await world.sql(`ALTER TABLE counters ADD born ${moment}, ADD changed ${moment}`);
    const effect = await add({ n: 'n + 5' });
    await world.sql("UPDATE counters SET note = 'z', changed = '2026-01-02 03:04:05' WHERE id = 1");
    expect((await undo(effect)).outcome).toBe('done');
    expect(await counter()).toMatchObject({ n: '10', note: 'z' });
  });

  it('a sum of a call that never ran takes nothing off, however the row changes', async () => {
    const effect = { ...(await recorded(world, 'update', payloadOf({ n: 'n + 1000000' }))), response: { rowCount: 1 } };
    for (const [change, n] of [
      ['n + 7', '17'],
      ['-999990', '-999990'],
      ['2000000', '2000000'],
    ] as const) {
      await world.sql(`UPDATE counters SET n = ${change} WHERE id = 1`);
      expect(await undo(effect)).toMatchObject({ outcome: 'conflict' });
      expect(await counter()).toMatchObject({ n });
    }
  });

  it.each([
    ['reported', [{ id: 1, n: 25 }]],
    ['not reported', null],
  ])('what another client added between capture and call stays when the rows are %s', async (_, rows) => {
    const payload = payloadOf({ n: 'n + 5' });
    const effect = await recorded(world, 'update', payload);
    await world.sql('UPDATE counters SET n = n + 10');
    await world.sql('UPDATE counters SET n = n + 5 WHERE id = 1');
    expect(await undo({ ...effect, response: { rowCount: 1, ...(rows && { rows }) } })).toMatchObject({
      outcome: 'conflict',
    });
    expect(await counter()).toMatchObject({ n: '25' });
  });

  it('two calls on one row of one transaction go back to what was captured before both', async () => {
    const first = await recorded(world, 'update', payloadOf({ n: 'n + 5' }));
    const context = { ...world.context, unconfirmed: async () => [first] };
    const second = await recorded({ ...world, context }, 'update', payloadOf({ n: 'n - 2' }));
    await world.sql('UPDATE counters SET n = n + 5 - 2 WHERE id = 1');
    expect(world.connector.plan(second).isShared).toBe(true);
    expect(await undo({ ...second, response: { rowCount: 1 } })).toMatchObject({ outcome: 'done' });
    expect(await counter()).toMatchObject({ n: '10' });
    expect(await undo({ ...first, response: { rowCount: 1 } })).toMatchObject({ outcome: 'done' });
    expect(await counter()).toMatchObject({ n: '10' });
  });

  it('the plan shows what is written', async () => {
    const { plan } = world.connector;
    expect(plan(await add({ n: 'n + 5' }))).toMatchObject({
      class: 'exact',
      calls: [`UPDATE ${world.schema}.counters SET n = '10' WHERE id = '1'`],
    });
    expect(plan(await add({ n: 'n - 5' }, { note: 'x' })).calls).toEqual([
      `UPDATE ${world.schema}.counters SET n = '15', note = 'a' WHERE id = '1'`,
    ]);
  });

  it('with force it goes back to what was captured, without what other clients added', async () => {
    const effect = await add({ n: 'n + 5' });
    await world.sql('UPDATE counters SET n = n + 7');
    expect((await world.connector.undo(effect, 'force', world.context)).outcome).toBe('done');
    expect(await counter()).toMatchObject({ n: '10' });
  });

  it('is undone once when the answer to COMMIT was lost and the undo is tried again', async () => {
    const memory = transientMemory();
    const effect = await add({ n: 'n + 5' });
    const lost = new Error('lost');
    const assertHeld = () => {
      throw lost;
    };
    await expect(undo(effect, { memory, assertHeld })).rejects.toBe(lost);
    expect(await undo(effect, { memory })).toMatchObject({ outcome: 'done', detail: '1 row restored' });
    expect(await undo(effect, { memory })).toMatchObject({ outcome: 'done', detail: '1 row already-restored' });
    await world.sql('UPDATE counters SET n = n + 1');
    expect(await undo(effect, { memory })).toMatchObject({ outcome: 'conflict' });
    expect(await counter()).toMatchObject({ n: '11' });
  });

  it('a sum of NULL is NULL, and a value that another client set since is a conflict', async () => {
    await world.sql('UPDATE counters SET n = NULL');
    const effect = await add({ n: 'n + 5' });
    expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row already-restored' });
    await world.sql('UPDATE counters SET n = 3');
    expect(await undo(effect)).toMatchObject({ outcome: 'conflict' });
    expect(await counter()).toMatchObject({ n: '3' });
  });

  it.each([
    ['n * 2', 'n'],
    ['n + 5 + 1', 'n'],
    ['id + 5', 'n'],
    ['price + 0.005', 'price'],
    ['n + 0', 'n'],
    ['n + id', 'n'],
  ])('%s is no sum that could be taken off %s', async (sql, column) => {
    const effect = await add({ [column]: sql });
    expect(world.connector.plan(effect).class).toBe('impossible');
    expect(await undo(effect)).toMatchObject({ outcome: 'impossible' });
  });

  it.each<[string, JsonObject]>([
    ['reports fewer rows than were captured', { rowCount: 1 }],
    ['reports which rows it touched', { rowCount: 1, rows: [{ id: 1, n: 15 }] }],
  ])('nothing is taken off a row that the call may have passed over, when its client %s', async (_, response) => {
    const effect = await recorded(world, 'update', { ...payloadOf({ n: 'n + 5' }), match: {} });
    await world.sql('UPDATE counters SET n = n + 5 WHERE id = 1');
    await world.sql('UPDATE counters SET n = n + 7 WHERE id = 2');
    expect((await undo({ ...effect, response })).outcome).not.toBe('done');
    expect((await world.sql('SELECT n FROM counters WHERE id = 2'))[0]).toEqual({ n: '17' });
  });

  it('is not taken off where a trigger may have added more', async () => {
    await world.trigger('counters', 'UPDATE', 'm', 'NEW.m + 1');
    expect(world.connector.plan(await add({ n: 'n + 5' })).class).toBe('impossible');
  });
}
