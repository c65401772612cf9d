import { newCustomerDatabase } from '../../../support/customer-database.js';
import { newLyingAgent, outcomesOf } from '../support/lying-agent.js';

type Database = Awaited<ReturnType<typeof newCustomerDatabase>>;
let database: Database;
beforeAll(async () => {
  database = await newCustomerDatabase();
  await database.pool.query('CREATE TABLE accounts (id int PRIMARY KEY, role text, balance int)');
});
afterAll(() => database.drop());
beforeEach(() =>
  database.pool.query("TRUNCATE accounts; INSERT INTO accounts VALUES (1, 'user', 10), (2, 'user', 20)"),
);

const newAgent = () => newLyingAgent('postgres', { connectionString: database.url });
const all = async () => (await database.pool.query('SELECT * FROM accounts ORDER BY id')).rows;
const row = { id: 900, role: 'admin', balance: 5 };
const insert = { apiName: 'postgres.rows.insert', payload: { table: 'accounts', values: row } };
const remove = { apiName: 'postgres.rows.delete', payload: { table: 'accounts', match: { id: 900 } } };
const promote = {
  apiName: 'postgres.rows.update',
  payload: { table: 'accounts', match: { id: 900 }, values: { role: 'owner' } },
};
const answer = { rowCount: 1, rows: [row], before: [row] };
const REFUSED = { refusal: { sqlstate: '23505', code: 'unique_violation' } };

describe('a row that an agent says it inserted', () => {
  it.each([
    ['deleted', [remove]],
    ['updated', [promote]],
    ['updated and deleted', [promote, remove]],
  ])('and %s is never written by a rollback of an agent or of an operator', async (_, calls) => {
    const agent = await newAgent();
    const before = await all();
    const id = await agent.ask(insert);
    for (const call of calls) await agent.claim(call, answer);
    await agent.tell(id, 'FAILED', REFUSED);
    await agent.rollBack();
    expect(await all()).toEqual(before);
    for (const more of [{}, { onConflict: 'force' }]) {
      await agent.operator.post(`/sessions/${agent.session}/rollback`, more);
      expect(await all()).toEqual(before);
    }
  });

  it('and deleted in one transaction is gone after a rollback, and was never captured', async () => {
    const agent = await newAgent();
    const before = await all();
    const [first, second] = [await agent.ask(insert), await agent.ask(remove)];
    await agent.tell(first, 'SUCCESS', { rowCount: 1 });
    await agent.tell(second, 'SUCCESS', { rowCount: 1 });
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK', 'ROLLED_BACK']);
    expect(await all()).toEqual(before);
  });

  it('stays where another client holds one of that key', async () => {
    const agent = await newAgent();
    const id = await agent.ask(insert);
    await agent.claim(promote, answer);
    await agent.tell(id, 'FAILED', REFUSED);
    await database.pool.query("INSERT INTO accounts VALUES (900, 'theirs', 1)");
    const before = await all();
    expect(outcomesOf(await agent.rollBack())).toEqual(['CONFLICT', 'SKIPPED']);
    expect(await all()).toEqual(before);
  });

  it('keeps an ordinary deletion undoable', async () => {
    const agent = await newAgent();
    const before = await all();
    const id = await agent.ask({ ...remove, payload: { table: 'accounts', match: { id: 1 } } });
    await database.pool.query('DELETE FROM accounts WHERE id = 1');
    await agent.tell(id, 'SUCCESS', { rowCount: 1 });
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK']);
    expect(await all()).toEqual(before);
  });
});

describe('a captured row', () => {
  it('is the one of the table, whatever a WITH of the statement calls by its name', async () => {
    const agent = await newAgent();
    const before = await all();
    const sql = `WITH accounts AS (SELECT 1 AS id, 'admin' AS role, 9 AS balance) DELETE FROM accounts WHERE id = 1`;
    const id = await agent.ask({ apiName: 'postgres.query', payload: { sql, values: [] } });
    await agent.tell(id, 'SUCCESS', { rowCount: 1 });
    await database.pool.query('DELETE FROM accounts WHERE id = 1');
    await agent.rollBack();
    await agent.operator.post(`/sessions/${agent.session}/rollback`, { onConflict: 'force' });
    expect([[...before], before.slice(1)]).toContainEqual(await all());
  });
});

describe('a sum of a call that never ran', () => {
  it.each([
    [
      'postgres.rows.update',
      { table: 'accounts', match: { id: 1 }, values: { balance: 'balance + 1000000' }, expressions: ['balance'] },
    ],
    ['postgres.query', { sql: 'UPDATE accounts SET balance = balance + 1000000 WHERE id = 1', values: [] }],
  ])('is never subtracted: %s', async (apiName, payload) => {
    const agent = await newAgent();
    await agent.claim({ apiName, payload }, { rowCount: 1, rows: [{ id: 1, balance: 1_000_010 }] });
    await database.pool.query('UPDATE accounts SET balance = balance + 3 WHERE id = 1');
    const now = await all();
    expect(outcomesOf(await agent.rollBack())).toEqual(['CONFLICT']);
    expect(outcomesOf(await agent.rollBack(agent.operator))).toEqual(['CONFLICT']);
    expect(await all()).toEqual(now);
  });

  it('is undone as an ordinary one where it ran', async () => {
    const agent = await newAgent();
    const before = await all();
    const sql = 'UPDATE accounts SET balance = balance + 7 WHERE id = 1';
    const id = await agent.ask({ apiName: 'postgres.query', payload: { sql, values: [] } });
    await database.pool.query(sql);
    await agent.tell(id, 'SUCCESS', { rowCount: 1 });
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK']);
    expect(await all()).toEqual(before);
  });
});

describe('a rollback that an API key starts', () => {
  const set = {
    apiName: 'postgres.rows.update',
    payload: { table: 'accounts', match: { id: 1 }, values: { role: 'admin' } },
  };
  const byHand = () => database.pool.query("UPDATE accounts SET role = 'admin' WHERE id = 1");
  const roleOf = async () => (await all())[0].role;

  /** The agent's rollback leaves the row and says who may continue; the operator's undoes the call. */
  async function isLeftToOperator(agent: Awaited<ReturnType<typeof newAgent>>, words: string) {
    expect(await agent.rollBack()).toMatchObject([{ outcome: 'CONFLICT', detail: 'needs-operator' }]);
    expect(await roleOf()).toBe('admin');
    const { body } = await agent.operator.get(`/sessions/${agent.session}/rollback`);
    expect(body.data.results[0].detail).toContain(words);
    expect(outcomesOf(await agent.rollBack(agent.operator))).toEqual(['ROLLED_BACK']);
    expect(await roleOf()).toBe('user');
  }

  it('writes nothing for a call that a policy blocks, and an operator can', async () => {
    const agent = await newAgent();
    const blocks = { apiNamePattern: 'postgres.*.*', action: 'BLOCK', condition: null };
    expect((await agent.operator.post('/policies', blocks)).status).toBe(201);
    await agent.report(set, { rowCount: 1 });
    await byHand();
    await isLeftToOperator(agent, 'against a policy');
  });

  it('writes nothing for a call that was blocked and is reported as run', async () => {
    const agent = await newAgent();
    const blocks = { apiNamePattern: 'postgres.*.*', action: 'BLOCK', condition: null };
    expect((await agent.operator.post('/policies', blocks)).status).toBe(201);
    const path = `/sessions/${agent.session}/actions`;
    const { precaptureId } = (await agent.agent.post(`${path}/precapture`, set)).body.data;
    const blocked = await agent.agent.post(path, { ...set, operationType: 'UPDATE', precaptureId });
    expect(blocked.status).toBe(403);
    await agent.tell(blocked.body.error.actionId, 'SUCCESS', { rowCount: 1 });
    await byHand();
    await isLeftToOperator(agent, 'against a policy');
  });

  it.each([
    ['that ran without its approval', 'unapproved'],
    ['that carries another violation', 'ungated'],
  ])('writes nothing for a call %s', async (_, violation) => {
    const agent = await newAgent();
    if (violation === 'unapproved') {
      const gates = { apiNamePattern: 'postgres.*.*', action: 'REQUIRE_APPROVAL', condition: null };
      expect((await agent.operator.post('/policies', gates)).status).toBe(201);
      await agent.report(set, { rowCount: 1 });
    } else {
      const path = `/sessions/${agent.session}/actions`;
      const { precaptureId } = (await agent.agent.post(`${path}/precapture`, set)).body.data;
      const body = {
        ...set,
        operationType: 'UPDATE',
        precaptureId,
        status: 'SUCCESS',
        response: { rowCount: 1 },
        violation,
      };
      expect((await agent.agent.post(path, body)).body.data).toMatchObject({ violation });
    }
    await byHand();
    await isLeftToOperator(agent, 'against a policy');
  });

  it.each([
    ['was never confirmed', null],
    ['has an unknown outcome', 'UNKNOWN'],
    ['failed, and no refusal is recorded', 'FAILED'],
    ['is said to have run, without an answer of the provider', 'SUCCESS'],
  ])('writes nothing for a call that %s, where a person did the same', async (_, status) => {
    const agent = await newAgent();
    const id = await agent.ask(set);
    if (status) await agent.tell(id, status);
    await byHand();
    if (status === 'SUCCESS') return isLeftToOperator(agent, 'No answer of the provider');
    expect(await agent.rollBack()).toMatchObject([{ outcome: 'CONFLICT', detail: 'needs-operator' }]);
    expect(outcomesOf(await agent.rollBack(agent.operator))).toEqual(['UNKNOWN']);
    expect(await roleOf()).toBe('admin');
    const forced = await agent.operator.post(`/sessions/${agent.session}/rollback`, { force: [id] });
    expect(outcomesOf(forced.body.data.results)).toEqual(['ROLLED_BACK']);
    expect(await roleOf()).toBe('user');
  });

  it('finds out that a call without a proof has not happened, and says so', async () => {
    const agent = await newAgent();
    await agent.ask(set);
    expect(outcomesOf(await agent.rollBack())).toEqual(['SKIPPED']);
  });

  it('undoes a call that was permitted, ran and was answered', async () => {
    const agent = await newAgent();
    const id = await agent.ask(set);
    await byHand();
    await agent.tell(id, 'SUCCESS', { rowCount: 1 });
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK']);
    expect(await roleOf()).toBe('user');
  });
});
