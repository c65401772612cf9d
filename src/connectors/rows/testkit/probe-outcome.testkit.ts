import { setTimeout as sleep } from 'node:timers/promises';
import type { Effect, Json, JsonObject, ProbedOutcome } from '../../connector.js';
import { type RowsWorld, recorded } from './rows.testkit.js';

const everything = { table: 'items', match: {} };
const added = {
  table: 'items',
  values: [
    { id: 8, qty: 8, data: { a: 1, b: 2 } },
    { id: 9, qty: 9, data: null },
  ],
};
const computed = { ...everything, values: { qty: 'qty + 1' }, expressions: ['qty'] };
const doubled = { ...everything, values: { qty: 'qty * 2' }, expressions: ['qty'] };
const numbered = { table: 'items', values: [{ qty: 3 }, { qty: 4 }] };
const alike = { table: 'items', values: [{ qty: 3 }, { qty: 3 }] };
const INSERTED = 'INSERT INTO items (qty) VALUES (3), (4)';
const reported = (...rows: JsonObject[]) => ({ rows, rowCount: rows.length });

/** Two rows are there, with 1 and 2 as id and as qty: the call, what was done, what was reported, what is known then. */
const CASES: [string, JsonObject, string, ProbedOutcome, Json?][] = [
  ['update', { ...everything, values: { qty: 5 } }, 'UPDATE items SET qty = 5', 'happened'],
  ['update', { ...everything, values: { qty: 5 } }, 'SELECT 1', 'not-happened'],
  ['update', { ...everything, values: { qty: 5 } }, 'UPDATE items SET qty = 5 WHERE id = 1', 'unknown'],
  ['update', { ...everything, values: { qty: 5 } }, 'UPDATE items SET qty = 6', 'unknown'],
  ['update', { ...everything, values: { qty: 5 } }, 'DELETE FROM items', 'unknown'],
  ['update', { ...everything, values: { qty: 2 } }, 'UPDATE items SET qty = 2', 'happened'],
  [
    'update',
    { ...everything, values: { data: { b: 1, a: 2 } } },
    `UPDATE items SET data = '{"a":2, "b":1}'`,
    'happened',
  ],
  ['update', computed, 'UPDATE items SET qty = qty + 1', 'happened'],
  ['update', computed, 'UPDATE items SET qty = qty + 2', 'unknown'],
  ['update', doubled, 'UPDATE items SET qty = qty * 2', 'unknown'],
  ['update', computed, 'SELECT 1', 'not-happened'],
  ['delete', everything, 'DELETE FROM items', 'happened'],
  ['delete', everything, 'SELECT 1', 'not-happened'],
  ['delete', everything, 'DELETE FROM items WHERE id = 1', 'unknown'],
  ['delete', everything, 'DROP TABLE items', 'unknown'],
  ['insert', added, `INSERT INTO items VALUES (8, 8, '{"b":2,"a":1}'), (9, 9, NULL)`, 'happened'],
  ['insert', added, 'SELECT 1', 'not-happened'],
  ['insert', added, 'INSERT INTO items VALUES (8, 7, NULL), (9, 9, NULL)', 'unknown'],
  ['insert', added, `INSERT INTO items VALUES (8, 8, '{"b":2,"a":1}')`, 'unknown'],
  ['insert', { table: 'items', values: { id: 1, qty: 1 } }, 'SELECT 1', 'not-happened'],
  ['insert', { table: 'items', values: { id: 8, qty: 'many' } }, 'INSERT INTO items VALUES (8, 8, NULL)', 'unknown'],
  ['insert', numbered, INSERTED, 'unknown'],
  ['insert', numbered, INSERTED, 'happened', reported({ id: 3, qty: 3 }, { id: 4, qty: 4 })],
  ['insert', alike, 'INSERT INTO items (qty) VALUES (3), (3)', 'unknown', reported({ id: 3 }, { id: 3 })],
  ['insert', numbered, INSERTED, 'unknown', reported({ id: 4, qty: 4 }, { id: 3, qty: 3 })],
  ['insert', numbered, INSERTED, 'unknown', reported({ id: 3, qty: 3 })],
  ['insert', numbered, INSERTED, 'unknown', reported({ id: 3, qty: 3, data: '{}' }, { id: 4, qty: 4 })],
  ['insert', numbered, 'UPDATE items SET qty = id + 2', 'unknown', reported({ id: 1, qty: 3 }, { id: 2, qty: 4 })],
  ['insert', numbered, 'SELECT 1', 'unknown', reported({ id: 3, qty: 3 }, { id: 4, qty: 4 })],
];

/** What every dialect must know of a call of unknown outcome. */
export function probesOutcomes(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.clear();
    await world.sql(`CREATE TABLE items (id ${world.numbered} PRIMARY KEY, qty int, data json)`);
    await world.sql('INSERT INTO items (qty) VALUES (1), (2)');
  });

  const cases = CASES.map(
    ([verb, payload, sql, known, response = null]) => [verb, payload, sql, response, known] as const,
  );
  it.each(cases)('knows of %s %j, then %s, reported as %j: %s', async (verb, payload, sql, response, outcome) => {
    const effect = await recorded(world, verb, payload);
    await world.sql(sql);
    expect(await world.connector.probeOutcome({ ...effect, response }, world.context)).toBe(outcome);
  });

  describe('when its client was cut off while the statement waited for a lock', () => {
    const probe = (effect: Effect, timeoutMs = 1_000) =>
      world.connector.probeOutcome(effect, { ...world.context, timeoutMs });
    const unavailable = { name: 'ProviderUnavailableError' };
    const eventually = async (effect: Effect, outcome: ProbedOutcome) => {
      while ((await probe(effect, 5_000)) !== outcome) await sleep(50);
    };

    it.each<[string, JsonObject, string, string]>([
      ['update', { ...everything, values: { qty: 5 } }, 'UPDATE items SET qty = 5', 'SELECT 1 FROM items FOR UPDATE'],
      ['delete', everything, 'DELETE FROM items', 'SELECT 1 FROM items WHERE id = 2 FOR UPDATE'],
      [
        'insert',
        { table: 'items', values: { id: 8, qty: 8 } },
        'INSERT INTO items (id, qty) VALUES (8, 8)',
        'INSERT INTO items (id, qty) VALUES (8, 1)',
      ],
    ])('an %s of %j is not known until it has ended', async (verb, payload, sql, lock) => {
      const effect = await recorded(world, verb, payload);
      const letGo = await world.hold(lock);
      try {
        await world.abandon(sql);
        await expect(probe(effect)).rejects.toMatchObject(unavailable);
      } finally {
        await letGo('ROLLBACK');
      }
      await eventually(effect, 'happened');
    });
  });

  it('does not know without a capture', async () => {
    const effect = { ...(await recorded(world, 'delete', everything)), snapshot: null };
    expect(await world.connector.probeOutcome(effect, world.context)).toBe('unknown');
  });

  it('throws when the database cannot be reached', async () => {
    const effect = await recorded(world, 'delete', everything);
    const connectionString = `${world.connector.id}://u:secret@127.0.0.1:1/db`;
    const away = { ...world.context, credentials: { connectionString } };
    await expect(world.connector.probeOutcome(effect, away)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: 'could not reach 127.0.0.1:1: connection refused',
    });
  });
}
