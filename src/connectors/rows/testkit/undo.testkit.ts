import type { Effect, Json, JsonObject } from '../../connector.js';
import { NOT_HAPPENED, proved, UNKNOWN } from '../../proof/proof.js';
import { type RowsWorld, recorded, resultsOf } from './rows.testkit.js';

/** Tests the writes that every dialect must make, and must not make, when it undoes a call on rows. */
export function undoesRows(start: () => Promise<RowsWorld>): void {
  let world: RowsWorld;
  const undo = (effect: Effect, onConflict: 'skip' | 'force' = 'skip') =>
    world.connector.undo(effect, onConflict, world.context);
  const reporting = (effect: Effect, response: Json, onConflict: 'skip' | 'force' = 'skip') =>
    undo({ ...effect, response }, onConflict);
  const customers = () => world.sql('SELECT * FROM customers ORDER BY id');
  const update = (match: JsonObject, values: JsonObject, more: JsonObject = {}) =>
    world.perform('update', { table: 'customers', match, values, ...more });
  const remove = (match: JsonObject) => world.perform('delete', { table: 'customers', match });
  const insert = (values: Json) => world.perform('insert', { table: 'customers', values });
  const ANN = { id: '1', name: 'ann', credit: '10.00', note: 'a' };

  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.clear();
    const columns = `id ${world.numbered} PRIMARY KEY, name varchar(40) UNIQUE, credit decimal(10,2), note varchar(40)`;
    await world.sql(`CREATE TABLE customers (${columns})`);
    await world.sql(
      "INSERT INTO customers (name, credit, note) VALUES ('ann', 10, 'a'), ('bob', 20, 'b'), ('cat', 30, 'c')",
    );
  });

  describe('of an update', () => {
    it('leaves a field that another client changed since and restores the others', async () => {
      const effect = await update({ id: 1 }, { credit: 99, note: 'agent' });
      await world.sql("UPDATE customers SET note = 'human', name = 'anna' WHERE id = 1");
      expect(await undo(effect)).toEqual({
        outcome: 'conflict',
        detail: '1 row conflict',
        items: [
          {
            resource: `${world.schema}.customers id=1`,
            result: 'conflict',
            fields: [
              { field: 'credit', before: '10.00', after: '99.00', now: '99.00', result: 'restored' },
              { field: 'note', before: 'a', after: 'agent', now: 'human', result: 'conflict' },
            ],
          },
        ],
      });
      expect((await customers())[0]).toEqual({ id: '1', name: 'anna', credit: '10.00', note: 'human' });
    });

    it('restores the other rows when one of them is a conflict', async () => {
      const effect = await update({}, { note: 'agent' });
      await world.sql("UPDATE customers SET note = 'human' WHERE id = 2");
      expect((await undo(effect)).outcome).toBe('conflict');
      expect((await customers()).map(({ note }) => note)).toEqual(['a', 'human', 'c']);
    });

    it('overwrites what another client changed only when forced, and says so', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      await world.sql("UPDATE customers SET note = 'human' WHERE id = 1");
      const report = await undo(effect, 'force');
      expect([report.outcome, resultsOf(report)]).toEqual(['done', [['note', 'forced']]]);
      expect((await customers())[0]).toEqual(ANN);
    });

    it('does nothing when it is repeated', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      await undo(effect);
      expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row already-restored' });
      await world.sql("UPDATE customers SET note = 'later' WHERE id = 1");
      expect((await undo(effect)).outcome).toBe('conflict');
      expect((await customers())[0]?.note).toBe('later');
    });

    it('does not restore a row that another client deleted, unless forced', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      await world.sql('DELETE FROM customers WHERE id = 1');
      expect((await undo(effect)).outcome).toBe('conflict');
      expect(await customers()).toHaveLength(2);
      expect((await undo(effect, 'force')).outcome).toBe('done');
      expect((await customers())[0]).toEqual(ANN);
    });

    it('writes no value that the client claims', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      const forged = { rows: [{ id: '1', name: 'evil', credit: '1000000', note: 'evil' }], rowCount: 1 };
      expect((await reporting(effect, forged)).outcome).toBe('done');
      expect((await customers())[0]).toEqual(ANN);
    });

    it('treats claims that do not fit their columns as unknown', async () => {
      const effect = await update({ id: 1 }, { credit: 'credit * 2' }, { expressions: ['credit'] });
      for (const credit of ["'; DROP TABLE customers; --", 'x', { a: 1 }, [1]]) {
        expect(resultsOf(await reporting(effect, { rows: [{ id: 1, credit }] }))).toEqual([['credit', 'conflict']]);
      }
      expect((await customers())[0]?.credit).toBe('20.00');
    });

    it('accepts what the client reports as JSON values', async () => {
      const effect = await update({ id: 1 }, { credit: 'credit * 2' }, { expressions: ['credit'] });
      expect((await reporting(effect, { rows: [{ id: 1, credit: 20 }] })).outcome).toBe('done');
    });

    it('is impossible when the database computed the value and the client did not report it', async () => {
      const effect = await update({ id: 1 }, { credit: 'credit * 2' }, { expressions: ['credit'] });
      const unreported = { ...effect, response: { rowCount: 1 } };
      const detail = expect.stringContaining('credit is not known');
      expect(await undo(unreported)).toMatchObject({ outcome: 'impossible', detail });
      expect(world.connector.plan(unreported)).toMatchObject({ class: 'impossible', calls: [] });
    });

    it.each<[string, Json]>([
      ['one of two keys', { rows: [{ id: '1' }, { id: '2' }] }],
      ['another key', { rows: [{ id: '2' }] }],
      ['one key twice', { rows: [{ id: '1' }, { id: '1' }] }],
      ['more than there were', { rowCount: 2 }],
      ['more in one of two counts', { rowCount: 1, affectedRows: 2 }],
    ])('is not done when the client reports rows that were not captured: %s', async (_, response) => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      expect(await reporting(effect, response)).toMatchObject({
        outcome: 'conflict',
        detail: expect.stringContaining('1 more row is reported as touched than the 1 captured'),
      });
    });

    it('waits for a change in progress and then respects it', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      const letGo = await world.hold("UPDATE customers SET note = 'human' WHERE id = 1");
      const undoing = undo(effect);
      await world.transactionWaits();
      await letGo('COMMIT');
      expect(resultsOf(await undoing)).toEqual([['note', 'conflict']]);
      expect((await customers())[0]?.note).toBe('human');
    });

    it('gives up and throws when a lock is held for too long', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      const letGo = await world.hold('SELECT 1 FROM customers WHERE id = 1 FOR UPDATE');
      const hasty = world.connector.undo(effect, 'skip', { ...world.context, timeoutMs: 1_000 });
      await expect(hasty).rejects.toMatchObject({ name: 'ProviderUnavailableError' }).finally(letGo);
      expect((await customers())[0]?.note).toBe('agent');
    });

    it('fails and changes nothing when a trigger writes something else', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      await world.trigger('customers', 'UPDATE', 'note', 'upper(NEW.note)');
      const detail = expect.stringContaining(`note of ${world.schema}.customers id=1`);
      expect(await undo(effect)).toMatchObject({ outcome: 'failed', detail });
      expect((await customers())[0]?.note).toBe('agent');
    });

    it('fails with the sentence of the database when a constraint stands in the way', async () => {
      const effect = await update({ id: 1 }, { name: 'zoe' });
      await world.sql("UPDATE customers SET name = 'ann' WHERE id = 2");
      const report = await undo(effect);
      expect(report.outcome).toBe('failed');
      expect(report.detail).toMatch(/nothing was changed: duplicate .* \((SQLSTATE 23505|error 1062)\)/i);
    });

    it('compares a generated column that the call names, and never writes it', async () => {
      await world.sql('CREATE TABLE doubles (id int PRIMARY KEY, n int, twice int GENERATED ALWAYS AS (n * 2) STORED)');
      await world.sql('INSERT INTO doubles (id, n) VALUES (1, 1)');
      const payload = { table: 'doubles', match: {}, values: { n: 5, twice: 'DEFAULT' }, expressions: ['twice'] };
      const effect = await world.perform('update', payload);
      const left = (twice: number) => ({ rows: [{ id: 1, n: 5, twice }] });
      expect(resultsOf(await reporting(effect, left(10)))).toEqual([
        ['n', 'restored'],
        ['twice', 'restored'],
      ]);
      expect(await world.sql('SELECT * FROM doubles')).toEqual([{ id: '1', n: '1', twice: '2' }]);
      await world.sql('UPDATE doubles SET n = 7');
      expect(resultsOf(await reporting(effect, left(10)))).toEqual([
        ['n', 'conflict'],
        ['twice', 'conflict'],
      ]);
    });

    it('is impossible when the captured column, or the table, is gone', async () => {
      const effect = await update({ id: 1 }, { note: 'agent' });
      await world.sql('ALTER TABLE customers DROP COLUMN note');
      const detail = 'column note is no longer as it was captured';
      expect(await undo(effect)).toMatchObject({ outcome: 'impossible', detail });
      await world.sql('DROP TABLE customers');
      expect((await undo(effect)).detail).toBe(`there is no table ${world.schema}.customers`);
    });
  });

  describe('of a delete', () => {
    it('is already restored when an equal row is there, and a conflict when another has the key', async () => {
      const effect = await remove({});
      await world.sql("INSERT INTO customers VALUES (1, 'ann', 10, 'a'), (2, 'new', 20, 'b')");
      const report = await undo(effect);
      expect(report.items.map(({ resource, result }) => [resource, result])).toEqual([
        [`${world.schema}.customers id=1`, 'already-restored'],
        [`${world.schema}.customers id=2`, 'conflict'],
        [`${world.schema}.customers id=3`, 'restored'],
      ]);
      expect(report.outcome).toBe('conflict');
      expect((await customers()).map(({ name }) => name)).toEqual(['ann', 'new', 'cat']);
      expect((await undo(effect, 'force')).outcome).toBe('done');
      expect((await customers()).map(({ name }) => name)).toEqual(['ann', 'bob', 'cat']);
    });

    it('inserts the rows once, however often it is repeated', async () => {
      const effect = await remove({ id: 2 });
      const outcomes = [await undo(effect), await undo(effect)].map(({ outcome }) => outcome);
      expect(outcomes).toEqual(['done', 'done']);
      expect(await customers()).toHaveLength(3);
    });

    it('leaves a column that the table got since to its default', async () => {
      const effect = await remove({ id: 1 });
      await world.sql("ALTER TABLE customers ADD COLUMN kind varchar(9) DEFAULT 'new'");
      expect((await undo(effect)).outcome).toBe('done');
      expect((await customers())[0]).toEqual({ ...ANN, kind: 'new' });
    });

    it('fails with the sentence of the database when a referenced row is gone', async () => {
      const reference = 'FOREIGN KEY (customer) REFERENCES customers (id)';
      await world.sql(`CREATE TABLE orders (id int PRIMARY KEY, customer int, ${reference})`);
      await world.sql('INSERT INTO orders VALUES (1, 3)');
      const effect = await world.perform('delete', { table: 'orders', match: {} });
      await world.sql('DELETE FROM customers WHERE id = 3');
      const report = await undo(effect);
      expect(report.outcome).toBe('failed');
      expect(report.detail).toMatch(/foreign key constraint .* \((SQLSTATE 23503|error 1452)\)/);
      expect(await world.sql('SELECT * FROM orders')).toEqual([]);
    });
  });

  describe('of an insert', () => {
    it('does not delete a row that another client changed, unless forced', async () => {
      const effect = await insert({ name: 'dan', note: 'x' });
      await world.sql("UPDATE customers SET note = 'human' WHERE name = 'dan'");
      const report = await undo(effect);
      expect(report).toMatchObject({ outcome: 'conflict' });
      expect(resultsOf(report)).toContainEqual(['note', 'conflict']);
      expect(await customers()).toHaveLength(4);
      expect((await undo(effect, 'force')).outcome).toBe('done');
      expect(await customers()).toHaveLength(3);
    });

    it('does not delete a row that no longer holds what the client reported of it', async () => {
      const effect = await insert({ id: 50, name: 'dan' });
      const response = { rows: [{ id: 50, name: 'dan', note: null }] };
      await world.sql("UPDATE customers SET note = 'human' WHERE id = 50");
      expect(resultsOf(await reporting(effect, response))).toContainEqual(['note', 'conflict']);
      expect(await customers()).toHaveLength(4);
    });

    it('is already restored when the row is gone, and repeating is harmless', async () => {
      const effect = await insert({ name: 'dan' });
      const details = [await undo(effect), await undo(effect)].map(({ outcome, detail }) => [outcome, detail]);
      expect(details).toEqual([
        ['done', '1 row restored'],
        ['done', '1 row already-restored'],
      ]);
    });

    it('compares the literals of the payload when nothing was reported and the key was given', async () => {
      const effect = await insert({ id: 50, name: 'dan', credit: 5 });
      expect(await reporting(effect, null)).toMatchObject({ outcome: 'done', detail: '1 row restored' });
      expect(await customers()).toHaveLength(3);
    });

    it('is impossible when the key was generated and not reported', async () => {
      const effect = { ...(await insert({ name: 'dan' })), response: { rowCount: 1 } };
      expect((await undo(effect)).outcome).toBe('impossible');
      expect(world.connector.plan(effect).reason).toMatch(/^the database generated the keys .* not reported/);
      expect(world.connector.plan({ ...effect, response: undefined }).reason).toMatch(
        /^the outcome is not confirmed yet/,
      );
    });

    it('never deletes a row that was there before, whatever the client claims and the operator forces', async () => {
      const effect = await insert({ name: 'dan' });
      for (const onConflict of ['skip', 'force'] as const) {
        const report = await reporting(effect, { rowCount: 1, rows: [ANN] }, onConflict);
        expect([report.outcome, report.items[0]?.result]).toEqual(['conflict', 'impossible']);
      }
      expect((await customers())[0]).toEqual(ANN);
      const given = {
        ...(await recorded(world, 'insert', { table: 'customers', values: ANN })),
        response: { rows: [ANN] },
      };
      expect((await undo(given, 'force')).items[0]?.result).toBe('impossible');
      expect(await world.connector.probeOutcome(given, world.context)).toEqual(NOT_HAPPENED);
      expect((await customers())[0]).toEqual(ANN);
    });

    it('is not done when a trigger gave the rows other keys than the payload', async () => {
      await world.trigger('customers', 'INSERT', 'id', 'NEW.id + 1000');
      const effect = await insert({ id: 60, name: 'dan' });
      expect(await reporting(effect, { rows: [{ id: 1060, name: 'dan' }] })).toMatchObject({
        outcome: 'conflict',
        detail: expect.stringContaining('1 reported under other keys'),
      });
      expect(await customers()).toHaveLength(4);
    });

    it('is not done when the keys the client reports cannot be those of the inserted rows', async () => {
      const effect = await insert([{ name: 'dan' }, { name: 'eve' }]);
      const results = async (...ids: (number | string)[]) =>
        (await reporting(effect, { rows: ids.map((id) => ({ id })) })).items.map(({ result }) => result);
      expect(await results('x', 'y')).toEqual(['impossible', 'impossible']);
      expect(await results(1, 2)).toEqual(['impossible', 'impossible']);
      expect((await reporting(effect, { rows: [{ id: 4 }] })).outcome).toBe('impossible');
      expect(await customers()).toHaveLength(5);
      expect(await results(4, 4)).toEqual(['restored', 'impossible']);
      expect((await customers()).map(({ name }) => name)).toEqual(['ann', 'bob', 'cat', 'eve']);
    });

    it('keeps a row of which something is said that its column could not hold', async () => {
      const effect = await insert({ id: 70, name: 'dan' });
      const said = { rows: [{ id: 70, name: 'dan', credit: 'garbage' }] };
      expect(resultsOf(await reporting(effect, said))).toContainEqual(['credit', 'conflict']);
      const values = { id: 71, name: 'eve', credit: 'garbage' };
      const failed = await recorded(world, 'insert', { table: 'customers', values });
      await world.sql("INSERT INTO customers VALUES (71, 'eve', 1, NULL)");
      expect((await undo(failed)).outcome).toBe('conflict');
      expect(await customers()).toHaveLength(5);
    });

    it('never deletes what another client inserted meanwhile under a key the client names', async () => {
      const effect = await insert({ name: 'dan' });
      await world.sql("INSERT INTO customers (name) VALUES ('eve')");
      const [other] = await world.sql("SELECT * FROM customers WHERE name = 'eve'");
      expect((await reporting(effect, { rows: [{ ...other }] })).outcome).toBe('conflict');
      expect(await customers()).toHaveLength(5);
    });

    it('leaves a deletion of an agent where ON DELETE may have taken rows that came after the capture, until it is forced', async () => {
      const said = expect.stringMatching(/orders that another client let point at these rows .* not bring them back/);
      const first = await remove({ id: 1 });
      expect(world.connector.plan(first)).toMatchObject({ remains: expect.not.arrayContaining([said]) });
      const reference = 'FOREIGN KEY (customer) REFERENCES customers (id) ON DELETE CASCADE';
      await world.sql(`CREATE TABLE orders (id int PRIMARY KEY, customer int, ${reference})`);
      const second = await remove({ id: 2 });
      expect(world.connector.plan(second)).toMatchObject({ remains: expect.arrayContaining([said]) });
      const there = await customers();
      expect(await undo(second)).toMatchObject({ outcome: 'conflict', detail: said });
      expect(await customers()).toEqual(there);
      expect(await undo(second, 'force')).toMatchObject({ outcome: 'done', detail: said });
      expect((await undo(first)).outcome).toBe('done');
      expect(await customers()).toHaveLength(there.length + 2);
    });

    it('never deletes a row that others would vanish with', async () => {
      const reference = 'FOREIGN KEY (customer) REFERENCES customers (id) ON DELETE CASCADE';
      await world.sql(`CREATE TABLE orders (id int PRIMARY KEY, customer int, ${reference})`);
      const effect = await insert({ name: 'dan' });
      await world.sql("INSERT INTO orders SELECT 1, id FROM customers WHERE name = 'dan'");
      for (const onConflict of ['skip', 'force'] as const) {
        const report = await undo(effect, onConflict);
        const holder = `rows of ${world.schema}.orders point at it`;
        expect([report.outcome, report.items[0]?.fields[0]?.now]).toEqual(['conflict', holder]);
      }
      await world.sql('DELETE FROM orders');
      expect((await undo(effect)).outcome).toBe('done');
    });

    it('finds the row of a key that its column writes in another way than the payload', async () => {
      const key = `shop decimal(6,2), no ${world.numbered}, PRIMARY KEY (no, shop)`;
      await world.sql(`CREATE TABLE sales (${key}, what varchar(9))`);
      const effect = await world.perform('insert', {
        table: 'sales',
        values: [
          { shop: 1, what: 'a' },
          { shop: 2, what: 'b' },
        ],
      });
      expect(await world.connector.probeOutcome(effect, world.context)).toEqual(proved('answer'));
      expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '2 rows restored' });
      expect(await world.sql('SELECT * FROM sales')).toEqual([]);
    });
  });

  it('changes nothing, and finds no outcome, where the credential names another place than at capture', async () => {
    const effect = await update({ id: 1 }, { note: 'agent' });
    const elsewhere = { ...effect, snapshot: { ...effect.snapshot, place: 'server elsewhere' } };
    const detail = 'the credential reaches another table than the one that was captured';
    expect(await undo(elsewhere, 'force')).toEqual({ outcome: 'impossible', detail, items: [] });
    expect(await world.connector.probeOutcome(elsewhere, world.context)).toEqual(UNKNOWN);
    expect((await customers())[0]?.note).toBe('agent');
    expect((await undo(effect)).outcome).toBe('done');
  });

  it('changes nothing when the right to undo is lost before COMMIT', async () => {
    const effect = await update({ id: 1 }, { note: 'agent' });
    const lost = new Error('another process has the lease');
    const assertHeld = () => {
      throw lost;
    };
    await expect(world.connector.undo(effect, 'skip', { ...world.context, assertHeld })).rejects.toBe(lost);
    expect((await customers())[0]?.note).toBe('agent');
  });

  it('never runs or captures a free statement that it was given no capture of', async () => {
    const apiName = `${world.connector.id}.query`;
    const effect = { apiName, payload: { sql: 'DROP TABLE customers', values: [] }, response: null, snapshot: null };
    const reason = expect.stringContaining('free statement');
    expect(world.connector.plan(effect)).toMatchObject({ class: 'impossible', calls: [], reason });
    expect((await undo(effect)).outcome).toBe('impossible');
    expect(await world.connector.probeOutcome(effect, world.context)).toEqual(UNKNOWN);
    expect(await customers()).toHaveLength(3);
  });
}
