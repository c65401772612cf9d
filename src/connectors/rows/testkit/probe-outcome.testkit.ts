import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Effect, Json, JsonObject } from '../../connector.js';
import { AS_LEFT, NOT_HAPPENED, type ProbedOutcome, proved, UNKNOWN } from '../../proof/proof.js';
import { type RowsWorld, recorded } from './rows.testkit.js';

const DRAWN = '4f9d2b1e-7c3a-4d58-9e06-b7a1c8f2053d';
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
/** The possible results of a read, by the names that tests give them. */
export const KNOWN = {
  answered: proved('answer'),
  'as left': AS_LEFT,
  'not-happened': NOT_HAPPENED,
  unknown: UNKNOWN,
} as const;
const reported = (...rows: JsonObject[]) => ({ rows, rowCount: rows.length });

/**
 * Cases for two rows with 1 and 2 as id and as qty: the call, the executed statement, the expected finding, the
 * reported response.
 */
const CASES: [string, JsonObject, string, keyof typeof KNOWN, Json?][] = [
  ['update', { ...everything, values: { qty: 5 } }, 'UPDATE items SET qty = 5', 'as left'],
  ['update', { ...everything, values: { qty: 5 } }, 'SELECT 1', 'not-happened'],
  ['update', { ...everything, values: { qty: 5 } }, 'UPDATE items SET qty = 5 WHERE id = 1', 'unknown'],
  ['update', { ...everything, values: { qty: 5 } }, 'UPDATE items SET qty = 6', 'unknown'],
  ['update', { ...everything, values: { qty: 5 } }, 'DELETE FROM items', 'unknown'],
  ['update', { ...everything, values: { qty: 2 } }, 'UPDATE items SET qty = 2', 'as left'],
  [
    'update',
    { ...everything, values: { data: { b: 1, a: 2 } } },
    `UPDATE items SET data = '{"a":2, "b":1}'`,
    'as left',
  ],
  ['update', computed, 'UPDATE items SET qty = qty + 1', 'as left'],
  ['update', computed, 'UPDATE items SET qty = qty + 2', 'unknown'],
  ['update', doubled, 'UPDATE items SET qty = qty * 2', 'unknown'],
  ['update', computed, 'SELECT 1', 'not-happened'],
  ['delete', everything, 'DELETE FROM items', 'as left'],
  ['delete', everything, 'SELECT 1', 'not-happened'],
  ['delete', everything, 'DELETE FROM items WHERE id = 1', 'unknown'],
  ['delete', everything, 'DROP TABLE items', 'unknown'],
  ['insert', added, `INSERT INTO items VALUES (8, 8, '{"b":2,"a":1}'), (9, 9, NULL)`, 'as left'],
  ['insert', added, 'SELECT 1', 'not-happened'],
  ['insert', added, 'INSERT INTO items VALUES (8, 7, NULL), (9, 9, NULL)', 'unknown'],
  ['insert', added, `INSERT INTO items VALUES (8, 8, '{"b":2,"a":1}')`, 'unknown'],
  ['insert', { table: 'items', values: { id: 1, qty: 1 } }, 'SELECT 1', 'not-happened'],
  ['insert', { table: 'items', values: { id: 8, qty: 'many' } }, 'INSERT INTO items VALUES (8, 8, NULL)', 'unknown'],
  ['insert', numbered, INSERTED, 'unknown'],
  ['insert', numbered, INSERTED, 'answered', reported({ id: 3, qty: 3 }, { id: 4, qty: 4 })],
  ['insert', alike, 'INSERT INTO items (qty) VALUES (3), (3)', 'unknown', reported({ id: 3 }, { id: 3 })],
  ['insert', numbered, INSERTED, 'unknown', reported({ id: 4, qty: 4 }, { id: 3, qty: 3 })],
  ['insert', numbered, INSERTED, 'unknown', reported({ id: 3, qty: 3 })],
  ['insert', numbered, INSERTED, 'unknown', reported({ id: 3, qty: 3, data: '{}' }, { id: 4, qty: 4 })],
  ['insert', numbered, 'UPDATE items SET qty = id + 2', 'unknown', reported({ id: 1, qty: 3 }, { id: 2, qty: 4 })],
  ['insert', numbered, 'SELECT 1', 'unknown', reported({ id: 3, qty: 3 }, { id: 4, qty: 4 })],
];

/** Tests the finding of every dialect about a call of unknown outcome. */
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
    expect(await world.connector.probeOutcome({ ...effect, response }, world.context)).toEqual(KNOWN[outcome]);
  });

  it.each([
    ['a key that the call has drawn', 'id char(36) PRIMARY KEY', { id: DRAWN }, proved('key')],
    ['a key that another client may choose too', 'id varchar(36) PRIMARY KEY', { id: 'settings' }, AS_LEFT],
    ['a key that was not drawn', 'id char(36) PRIMARY KEY', { id: '00000000-0000-4000-8000-000000000001' }, AS_LEFT],
    ['a drawn key beside a chosen one', 'id char(36), n int, PRIMARY KEY (id, n)', { id: DRAWN, n: 1 }, AS_LEFT],
    [
      'the key of another row',
      'id char(36) PRIMARY KEY, FOREIGN KEY (id) REFERENCES owners (id)',
      { id: DRAWN },
      AS_LEFT,
    ],
    [
      'a drawn key beside the key of another row',
      'id char(36), owner char(36), PRIMARY KEY (owner, id), FOREIGN KEY (owner) REFERENCES owners (id)',
      { id: DRAWN.replace('9', '8'), owner: DRAWN },
      proved('key'),
    ],
  ])('names what proves an insert under %s', async (_, columns, values, outcome) => {
    await world.sql('CREATE TABLE owners (id char(36) PRIMARY KEY)');
    await world.sql(`INSERT INTO owners VALUES ('${DRAWN}')`);
    await world.sql(`CREATE TABLE things (${columns})`);
    const effect = await recorded(world, 'insert', { table: 'things', values });
    expect(await world.connector.probeOutcome(effect, world.context)).toEqual(NOT_HAPPENED);
    const texts = Object.values(values).map((value) => `'${value}'`);
    await world.sql(`INSERT INTO things (${Object.keys(values).join(', ')}) VALUES (${texts.join(', ')})`);
    expect(await world.connector.probeOutcome(effect, world.context)).toEqual(outcome);
  });

  describe('when its client was cut off while the statement waited for a lock', () => {
    const probe = (effect: Effect, timeoutMs = 1_000) =>
      world.connector.probeOutcome(effect, { ...world.context, timeoutMs });
    const unavailable = { name: 'ProviderUnavailableError' };
    const eventually = async (effect: Effect, outcome: ProbedOutcome) => {
      while (!isDeepStrictEqual(await probe(effect, 5_000), outcome)) await sleep(50);
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
      await eventually(effect, AS_LEFT);
    });
  });

  it('does not know without a capture', async () => {
    const effect = { ...(await recorded(world, 'delete', everything)), snapshot: null };
    expect(await world.connector.probeOutcome(effect, world.context)).toEqual(UNKNOWN);
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
