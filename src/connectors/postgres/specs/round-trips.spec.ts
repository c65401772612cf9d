import type { Effect } from '../../connector.js';
import { postgres } from '../postgres.connector.js';
import { startWorld, type World } from './postgres.testkit.js';

const COLUMNS = `
  n numeric(12, 2), big numeric, at timestamptz, plain timestamp, day date, span interval, doc jsonb, raw json,
  numbers int[], words text[], blob bytea, ref uuid, yes boolean, feeling mood, ratio float8, small real, cost money,
  address inet, padded char(6), short varchar(10), bits bit(4), place point, markup xml, span_of int4range, mail email`;
const FIRST = `
  1.50, 12345678901234567890.123450, '2026-03-29 01:30:00.123456+02', '2026-01-01 10:00:00.5', '2026-02-28', '1 mon 2 days',
  '{"b": 1, "a": [1, 2.50, null]}', '{"b":1,  "a":2, "b":3}', '{1,NULL,3}', '{"a b","c,\\"d","NULL",NULL}', '\\x00ff10',
  'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', true, 'happy', 0.1, 1e-7, '$1234.56', '10.0.0.1', 'ab', 'x''y"z', '1010',
  '(1,2)', '<a>1</a>', '[1,5)', 'a@b.c'`;

describe('round trips of the postgres connector', () => {
  let world: World;
  const state = (table: string) => world.sql(`SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${table} t`);
  const undo = (effect: Effect) => postgres.undo(effect, 'skip', world.context);

  beforeAll(async () => {
    world = await startWorld();
    await world.sql(`
      CREATE TYPE mood AS ENUM ('sad', 'happy');
      CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
      CREATE TABLE everything (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${COLUMNS},
        doubled numeric GENERATED ALWAYS AS (n * 2) STORED);
      INSERT INTO everything (n, big, at, plain, day, span, doc, raw, numbers, words, blob, ref, yes, feeling, ratio,
        small, cost, address, padded, short, bits, place, markup, span_of, mail) VALUES (${FIRST});
      INSERT INTO everything DEFAULT VALUES;
      CREATE TABLE memberships (org int, person text, role text, PRIMARY KEY (person, org));
      INSERT INTO memberships VALUES (1, 'ann', 'owner'), (1, 'bob', 'guest'), (2, 'ann', 'guest');
      CREATE SCHEMA "Sales Data";
      CREATE TABLE "Sales Data"."Order ""Lines""" ("Line Id" int PRIMARY KEY, "constructor" text, "a.b" text);
      INSERT INTO "Sales Data"."Order ""Lines""" VALUES (1, 'x', 'y');
      CREATE TABLE tree (id int PRIMARY KEY, parent int REFERENCES tree);
      INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2);
      CREATE TABLE events (id int, year int, what text, PRIMARY KEY (id, year)) PARTITION BY LIST (year);
      CREATE TABLE events_2025 PARTITION OF events FOR VALUES IN (2025);
      CREATE TABLE events_2026 PARTITION OF events FOR VALUES IN (2026);
      INSERT INTO events VALUES (1, 2025, 'a'), (1, 2026, 'b');
      CREATE TABLE tokens (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), label text, made timestamptz DEFAULT now());
      INSERT INTO tokens (label) VALUES ('old')`);
  });
  afterAll(() => world.stop());

  it('restores every column type after an update of one column at a time', async () => {
    const before = await state('everything');
    const changes = {
      n: '99.9',
      big: 7,
      at: '2020-01-01T00:00:00Z',
      plain: '2020-01-01 00:00',
      day: '2020-01-01',
      span: '3 hours',
      doc: { z: [1, { y: null }] },
      raw: { z: 1, a: 2 },
      numbers: [4, null],
      words: ['x "y"', 'z'],
      blob: '\\xdead',
      ref: '00000000-0000-0000-0000-000000000001',
      yes: false,
      feeling: 'sad',
      ratio: 2.5,
      small: 0.25,
      cost: '7.00',
      address: '192.168.0.0/16',
      padded: 'zz',
      short: 'new',
      bits: '0001',
      place: '(3,4)',
      markup: '<b/>',
      span_of: '[7,9)',
      mail: 'd@e.f',
    };
    for (const [column, value] of Object.entries(changes)) {
      const effect = await world.perform('postgres.rows.update', {
        table: 'everything',
        match: {},
        values: { [column]: value },
      });
      expect(await state('everything')).not.toEqual(before);
      const withoutResponse = { ...effect, response: undefined };
      expect([column, (await undo(column < 'm' ? effect : withoutResponse)).outcome]).toEqual([column, 'done']);
      expect([column, await state('everything')]).toEqual([column, before]);
    }
  });

  it('restores every column type, identity and generated columns included, after a delete', async () => {
    const before = await state('everything');
    const effect = await world.perform('postgres.rows.delete', { table: 'public.everything', match: {} });
    expect(await state('everything')).toEqual([{ md5: null }]);
    expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '2 rows restored' });
    expect(await state('everything')).toEqual(before);
  });

  it('deletes an inserted row of every column type by the key the database generated', async () => {
    const before = await state('everything');
    const values = {
      n: 1,
      raw: { b: 1, a: 2 },
      doc: { q: 1 },
      words: ['p'],
      feeling: 'sad',
      place: '(1,1)',
      markup: '<c/>',
    };
    const effect = await world.perform('postgres.rows.insert', { table: 'everything', values });
    expect((await undo(effect)).outcome).toBe('done');
    expect(await state('everything')).toEqual(before);
  });

  it('keeps composite keys apart', async () => {
    const before = await state('memberships');
    const update = await world.perform('postgres.rows.update', {
      table: 'memberships',
      match: { person: 'ann', org: 1 },
      values: { role: 'none' },
    });
    const gone = await world.perform('postgres.rows.delete', { table: 'memberships', match: { person: 'ann' } });
    const added = await world.perform('postgres.rows.insert', {
      table: 'memberships',
      values: [
        { org: 3, person: 'ann', role: 'a' },
        { org: 4, person: 'ann', role: 'b' },
      ],
    });
    for (const effect of [added, gone, update]) expect((await undo(effect)).outcome).toBe('done');
    expect(await state('memberships')).toEqual(before);
  });

  it('finds quoted, mixed-case names in a schema that is not on the search path', async () => {
    const table = '"Sales Data"."Order ""Lines"""';
    const before = await state(table);
    const payload = {
      table: 'Sales Data.Order "Lines"',
      match: { 'Line Id': 1 },
      values: { constructor: 'changed', 'a.b': null },
    };
    const captured = await postgres.capture({ apiName: 'postgres.rows.update', payload }, world.context);
    if (!captured.captured) throw new Error(captured.reason);
    await world.sql(`UPDATE ${table} SET "constructor" = 'changed', "a.b" = NULL WHERE "Line Id" = 1`);
    const effect = { apiName: 'postgres.rows.update', payload, response: undefined, snapshot: captured.content };
    expect(postgres.plan(effect).calls).toEqual([
      `UPDATE "Sales Data"."Order ""Lines""" SET constructor = 'x', "a.b" = 'y' WHERE "Line Id" = '1'`,
    ]);
    expect((await undo(effect)).outcome).toBe('done');
    expect(await state(table)).toEqual(before);
  });

  it('brings rows that reference each other back together', async () => {
    const before = await state('tree');
    const effect = await world.perform('postgres.rows.delete', { table: 'tree', match: {} });
    expect((await undo(effect)).outcome).toBe('done');
    expect(await state('tree')).toEqual(before);
  });

  it('works on partitioned tables', async () => {
    const before = await state('events');
    const update = await world.perform('postgres.rows.update', {
      table: 'events',
      match: { id: 1 },
      values: { what: 'c' },
    });
    const gone = await world.perform('postgres.rows.delete', { table: 'events', match: {} });
    const added = await world.perform('postgres.rows.insert', {
      table: 'events',
      values: { id: 9, year: 2026, what: 'n' },
    });
    for (const effect of [added, gone, update]) expect((await undo(effect)).outcome).toBe('done');
    expect(await state('events')).toEqual(before);
  });

  it('deletes inserted rows whose random keys were generated', async () => {
    const before = await state('tokens');
    const effect = await world.perform('postgres.rows.insert', {
      table: 'tokens',
      values: [{ label: 'a' }, { label: 'b' }],
    });
    expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '2 rows restored' });
    expect(await state('tokens')).toEqual(before);
    await world.sql("INSERT INTO tokens (label) SELECT 'filler' FROM generate_series(1, 1001)");
    const many = await state('tokens');
    const later = await world.perform('postgres.rows.insert', { table: 'tokens', values: { label: 'c' } });
    expect(later.snapshot).toMatchObject({ proof: { kind: 'version' } });
    expect((await undo(later)).outcome).toBe('done');
    expect(await state('tokens')).toEqual(many);
  });

  it('deletes inserted rows that left columns, or all of them, to their defaults', async () => {
    const before = await state('tokens');
    const some = await world.perform('postgres.rows.insert', {
      table: 'tokens',
      values: [{ label: 'a' }, { made: '2020-01-01T00:00:00Z' }, {}],
    });
    const none = await world.perform('postgres.rows.insert', { table: 'everything', values: {} });
    for (const effect of [none, some]) expect((await undo(effect)).outcome).toBe('done');
    expect(await state('tokens')).toEqual(before);
  });

  it('restores what an expression changed, as the client reported it', async () => {
    const before = await state('everything');
    const effect = await world.perform('postgres.rows.update', {
      table: 'everything',
      match: { yes: true },
      values: { n: 'n + 50', feeling: 'sad' },
      expressions: ['n'],
      rowCount: 1,
    });
    expect((await undo(effect)).outcome).toBe('done');
    expect(await state('everything')).toEqual(before);
  });

  it('restores a thousand rows', async () => {
    await world.sql(
      "CREATE TABLE many (id int PRIMARY KEY, v text); INSERT INTO many SELECT i, 'v' || i FROM generate_series(1, 1000) i",
    );
    const before = await state('many');
    const update = await world.perform('postgres.rows.update', { table: 'many', match: {}, values: { v: 'same' } });
    const gone = await world.perform('postgres.rows.delete', { table: 'many', match: {} });
    expect(postgres.plan(gone).calls).toHaveLength(51);
    expect(postgres.plan(gone).calls.at(-1)).toBe('… and 950 more rows');
    for (const effect of [gone, update]) expect((await undo(effect)).outcome).toBe('done');
    expect(await state('many')).toEqual(before);
  });
});
