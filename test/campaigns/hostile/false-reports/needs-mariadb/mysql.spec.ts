import { contentsOf, startWorld, type World } from '../../../../connectors/needs-mariadb/world.js';
import { newLyingAgent, outcomesOf } from '../../support/lying-agent.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.sql('CREATE TABLE accounts (id int PRIMARY KEY, role varchar(20), balance int)');
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.sql('DELETE FROM accounts');
  await world.sql("INSERT INTO accounts VALUES (1, 'user', 10), (2, 'user', 20)");
});

const newAgent = () => newLyingAgent('mysql', { connectionString: world.url });
const all = () => contentsOf(world, 'accounts');
const insert = {
  apiName: 'mysql.rows.insert',
  payload: { table: 'accounts', values: { id: 900, role: 'admin', balance: 5 } },
};

describe('a row that an agent says it inserted', () => {
  it.each([
    ['mysql.rows.delete', { table: 'accounts', match: { id: 900 } }],
    ['mysql.rows.update', { table: 'accounts', match: { id: 900 }, values: { role: 'owner' } }],
    ['mysql.query', { sql: 'DELETE FROM accounts WHERE id = 900', values: [] }],
    ['mysql.query', { sql: 'UPDATE accounts SET balance = balance + 5 WHERE id = 900', values: [] }],
  ])('is never written by a rollback of a call on it: %s %j', async (apiName, payload) => {
    const agent = await newAgent();
    const before = await all();
    const id = await agent.ask(insert);
    await agent.claim({ apiName, payload }, { affectedRows: 1 });
    await agent.tell(id, 'FAILED', { refusal: { sqlstate: '23000', code: 'ER_DUP_ENTRY' } });
    await agent.rollBack();
    expect(await all()).toEqual(before);
    for (const more of [{}, { onConflict: 'force' }]) {
      await agent.operator.post(`/sessions/${agent.session}/rollback`, more);
      expect(await all()).toEqual(before);
    }
  });
});

describe('a sum of a call that never ran', () => {
  it.each([
    [
      'mysql.rows.update',
      { table: 'accounts', match: { id: 1 }, values: { balance: 'balance + 1000000' }, expressions: ['balance'] },
    ],
    ['mysql.query', { sql: 'UPDATE accounts SET balance = balance + 1000000 WHERE id = 1', values: [] }],
  ])('is never subtracted: %s', async (apiName, payload) => {
    const agent = await newAgent();
    await agent.claim({ apiName, payload }, { affectedRows: 1 });
    await world.sql('UPDATE accounts SET balance = balance + 3 WHERE id = 1');
    const now = await all();
    expect(outcomesOf(await agent.rollBack())).toEqual(['CONFLICT']);
    expect(outcomesOf(await agent.rollBack(agent.operator))).toEqual(['CONFLICT']);
    expect(await all()).toEqual(now);
  });

  it('is undone as an ordinary one where it ran', async () => {
    const agent = await newAgent();
    const before = await all();
    const sql = 'UPDATE accounts SET balance = balance + 7 WHERE id = 1';
    const id = await agent.ask({ apiName: 'mysql.query', payload: { sql, values: [] } });
    await world.sql(sql);
    await agent.tell(id, 'SUCCESS', { affectedRows: 1 });
    expect(outcomesOf(await agent.rollBack())).toEqual(['ROLLED_BACK']);
    expect(await all()).toEqual(before);
  });
});
