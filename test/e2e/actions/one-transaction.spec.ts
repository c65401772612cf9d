import { unique } from '../../support/client.js';
import { creditsOf, newSetting, type Setting } from '../../support/customers.js';
import { rollBack } from '../../support/roll-back.js';

describe('the rollback of a transaction', () => {
  it('undoes what one transaction did twice to one row', async () => {
    const setting = await newSetting();
    const client = await setting.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE customers SET credit = credit - 4 WHERE id = 1');
    await client.query('UPDATE customers SET credit = credit - 3 WHERE id = 1');
    await client.query("UPDATE customers SET name = 'x' WHERE id = 2");
    await client.query("UPDATE customers SET name = 'y', credit = 5 WHERE id = 2");
    await client.query('COMMIT');
    client.release();
    expect(await rollBack(setting.session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect((await creditsOf(setting)).slice(0, 2)).toEqual(['1:10', '2:10']);
    const { rows } = await setting.database.pool.query('SELECT name FROM customers WHERE id = 2');
    expect(rows).toEqual([{ name: 'Customer 2' }]);
  });

  const inOneTransaction = async ({ pool }: Setting, ...statements: string[]) => {
    const client = await pool.connect();
    await client.query('BEGIN');
    for (const sql of statements) await client.query(sql);
    await client.query('COMMIT');
    client.release();
  };
  const INSERT = "INSERT INTO customers (id, name) VALUES (50, 'Zoe')";

  it.each([
    [
      'inserted and updated',
      [INSERT, "UPDATE customers SET name = 'x' WHERE id = 50", 'UPDATE customers SET credit = 3 WHERE id = 50'],
    ],
    ['inserted and added to', [INSERT, 'UPDATE customers SET credit = credit + 5 WHERE id = 50']],
    ['inserted and deleted', [INSERT, 'DELETE FROM customers WHERE id = 50']],
    [
      'inserted, updated and deleted',
      [INSERT, 'UPDATE customers SET credit = 3 WHERE id = 50', 'DELETE FROM customers WHERE id = 50'],
    ],
    ['updated and deleted', ['UPDATE customers SET credit = 3 WHERE id = 1', 'DELETE FROM customers WHERE id = 1']],
  ])('undoes what one transaction did to a row that it %s', async (_, statements) => {
    const setting = await newSetting();
    const before = (await setting.database.pool.query('SELECT * FROM customers ORDER BY id')).rows;
    await inOneTransaction(setting, ...statements);
    expect(await rollBack(setting.session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect((await setting.database.pool.query('SELECT * FROM customers ORDER BY id')).rows).toEqual(before);
  });

  it.each([
    ["UPDATE customers SET name = 'human' WHERE id = 50", 'human'],
    ["DELETE FROM customers WHERE id = 50; INSERT INTO customers VALUES (50, 'human', 3)", 'human'],
  ])('restores nothing in a row that was inserted and updated, once another client did: %s', async (change, name) => {
    const setting = await newSetting();
    await inOneTransaction(setting, INSERT, 'UPDATE customers SET credit = 3 WHERE id = 50');
    await setting.database.pool.query(change);
    const { results } = await rollBack(setting.session);
    expect(results.map(({ outcome }) => outcome)).toEqual(['CONFLICT', 'CONFLICT']);
    const { rows } = await setting.database.pool.query('SELECT * FROM customers WHERE id = 50');
    expect(rows).toEqual([{ id: 50, name, credit: 3 }]);
  });

  it('does not match a row of the transaction with an insert of another session or of a failed call', async () => {
    const setting = await newSetting();
    const insert = {
      apiName: 'postgres.rows.insert',
      payload: { table: 'customers', values: { id: 50, name: 'a', credit: 1 } },
    };
    const update = {
      apiName: 'postgres.rows.update',
      payload: { table: 'customers', match: { id: 50 }, values: { name: 'b' }, rowCount: 1 },
    };
    const { body } = await setting.agent.post('/sessions', { agentId: unique('agent'), intent: 'another' });
    const actionsOf = (session: string) => `/sessions/${session}/actions`;
    const capturedIn = async (session: string) =>
      (await setting.agent.post(`${actionsOf(session)}/precapture`, update)).body.data;
    const actions = actionsOf(setting.session.id);
    const { precaptureId } = (await setting.agent.post(`${actions}/precapture`, insert)).body.data;
    const { id } = (await setting.agent.post(actions, { ...insert, operationType: 'CREATE', precaptureId })).body.data;
    expect(await capturedIn(setting.session.id)).toMatchObject({ captureFailed: false });
    expect(await capturedIn(body.data.id)).toMatchObject({ captureFailed: true });
    await setting.agent.patch(`${actions}/${id}`, { status: 'FAILED' });
    expect(await capturedIn(setting.session.id)).toMatchObject({ captureFailed: true });
  });
});

/** A table whose keys and dates are defaults of the database. */
const PEOPLE = `CREATE TABLE people (
  id serial PRIMARY KEY, email text NOT NULL, name text, visits int NOT NULL DEFAULT 0, seen timestamptz NOT NULL DEFAULT now()
);`;

describe('the rollback of a transaction that changed a row with a generated key', () => {
  const newPeople = async () => {
    const setting = await newSetting();
    await setting.database.pool.query(PEOPLE);
    const people = async () =>
      (await setting.database.pool.query('SELECT id, email, name, visits FROM people ORDER BY id')).rows;
    return { ...setting, people };
  };
  const INSERT_PERSON = 'INSERT INTO people (email, name) VALUES ($1, $2) RETURNING id';

  const inTransaction = async ({ pool }: Setting, change: string, emails = ['di@example.com']) => {
    const client = await pool.connect();
    await client.query('BEGIN');
    const ids: number[] = [];
    for (const email of emails) ids.push((await client.query(INSERT_PERSON, [email, 'Di'])).rows[0].id);
    await client.query(change, [ids[0]]);
    await client.query('COMMIT');
    client.release();
  };

  it.each([
    'UPDATE people SET name = NULL, visits = 3 WHERE id = $1',
    'UPDATE people SET visits = visits + 3 WHERE id = $1',
  ])('undoes %s', async (change) => {
    const setting = await newPeople();
    await inTransaction(setting, change);
    expect(await setting.people()).toHaveLength(1);
    expect(await rollBack(setting.session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await setting.people()).toEqual([]);
  });

  it('restores nothing once another client changed another column of it', async () => {
    const setting = await newPeople();
    await inTransaction(setting, 'UPDATE people SET visits = 3 WHERE id = $1');
    await setting.database.pool.query("UPDATE people SET email = 'new@example.com'");
    const { results } = await rollBack(setting.session);
    expect(results.map(({ outcome }) => outcome)).toEqual(['CONFLICT', 'CONFLICT']);
    expect(await setting.people()).toEqual([{ id: 1, email: 'new@example.com', name: 'Di', visits: 3 }]);
  });

  it('does not bring the row back when another client deleted it, forced or not', async () => {
    const setting = await newPeople();
    await inTransaction(setting, 'UPDATE people SET visits = 3 WHERE id = $1');
    await setting.database.pool.query('DELETE FROM people');
    await setting.operator.post(`/sessions/${setting.session.id}/rollback`, { onConflict: 'force' });
    expect(await setting.people()).toEqual([]);
  });

  it.each([
    [
      'the row may be one of several',
      'UPDATE people SET visits = 3 WHERE id = $1',
      ['di@example.com', 'ed@example.com'],
    ],
    ['what was there is not known', "UPDATE people SET seen = '2020-01-01' WHERE id = $1", ['di@example.com']],
  ])('does not report the change as undone when %s', async (_, change, emails) => {
    const setting = await newPeople();
    await inTransaction(setting, change, emails);
    const report = await rollBack(setting.session);
    expect(report.displayStatus).not.toBe('REVERTED');
    expect(report.results[0]).toMatchObject({ outcome: 'IRREVERSIBLE' });
  });

  it('does not match a row that existed before the insert was captured', async () => {
    const setting = await newPeople();
    await setting.database.pool.query("INSERT INTO people (email, name) VALUES ('old@example.com', 'Old'), ('x', 'X')");
    const client = await setting.pool.connect();
    await client.query('BEGIN');
    await client.query(INSERT_PERSON, ['di@example.com', 'Di']);
    await setting.database.pool.query('DELETE FROM people WHERE id = 1');
    await client.query('UPDATE people SET visits = 3 WHERE id = 1');
    await client.query('COMMIT');
    client.release();
    const { plan } = (await setting.operator.get(`/sessions/${setting.session.id}/rollback`)).body.data;
    expect(plan[0].calls).toEqual([]);
    await rollBack(setting.session);
    expect(await setting.people()).toEqual([{ id: 2, email: 'x', name: 'X', visits: 0 }]);
  });
});
