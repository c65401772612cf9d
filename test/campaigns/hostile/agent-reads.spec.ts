import { ROUTES } from '../../e2e/matrix/support/routes.js';
import { type Caller, newOrganization, newSession, type Organization } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { rows } from '../../support/ledger.js';

const SECRET = 'launch code 7319';
const TABLES = `
  CREATE TABLE customers (id int PRIMARY KEY, name text);
  INSERT INTO customers SELECT n, 'Customer ' || n FROM generate_series(1, 4321) AS n;
  CREATE TABLE vault (id int PRIMARY KEY, code text);
  INSERT INTO vault VALUES (1, '${SECRET}'), (2, '${SECRET}');`;

let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
let organization: Organization;
let session: string;
const approvals: string[] = [];
/** All answers that the agent got. */
let told = '';

beforeAll(async () => {
  database = await newCustomerDatabase();
  await database.pool.query(TABLES);
  organization = await newOrganization();
  const values = { connectionString: database.url };
  await organization.operator.put('/settings/credentials/postgres', { values });
  session = await newSession(organization.agent);
});
afterAll(async () => {
  await Promise.all([rows.end(), database.drop()]);
});

async function tells(asked: ReturnType<Caller['get']>) {
  const answer = await asked;
  told += JSON.stringify(answer.body) + JSON.stringify([...answer.headers]);
  return answer;
}

/** The agent captures and logs a call; gives the action. */
async function act(call: { apiName: string; payload: object }, more: object = {}) {
  const { agent } = organization;
  const { body } = await tells(agent.post(`/sessions/${session}/actions/precapture`, call));
  const { precaptureId } = body.data;
  const asked = { operationType: 'UPDATE', ...call, precaptureId, ...more };
  return (await tells(agent.post(`/sessions/${session}/actions`, asked))).body.data;
}

const update = (table: string, match: object, values: object) => ({
  apiName: 'postgres.rows.update',
  payload: { table, match, values },
});

/**
 * Reads, as each principal of an agent, every route that is not the same for everybody; says how many routes there are.
 */
async function readAll(): Promise<number> {
  const { agent } = organization;
  const key = agent.credential;
  const issued = await tells(agent.post('/auth/token', { apiKey: key }));
  const readable = ROUTES.filter(({ method, auth }) => method === 'GET' && auth === 'any');
  for (const route of readable) {
    const ids = route.path.startsWith('/approvals') ? approvals : [session];
    const paths = new Set(ids.map((id) => route.path.replace(':id', id)));
    for (const path of paths) {
      const query = path.endsWith('/validate') ? '?connectors=postgres,none' : '';
      await tells(agent.get(path + query));
      await tells(agent.get(`${path}${query}${query ? '&' : '?'}wait=1`));
    }
  }
  expect(issued.status).toBe(200);
  return readable.length;
}

it('An agent reads nothing through the operator’s credential, and no address, on any route it may read', async () => {
  const { agent, operator, email } = organization;
  const cases = [
    update('customers', { id: 1 }, { name: 'Eve' }),
    update('customers', { id: 2 }, { name: 'Eve' }),
    update('customers', {}, { name: 'Eve' }),
    update('nowhere', { id: 1 }, { name: 'Eve' }),
    update('vault', { id: 1 }, { code: 'Eve' }),
  ];
  for (const call of cases) {
    const { id, approval } = await act(call, { status: 'PENDING_APPROVAL' });
    approvals.push(approval.id);
    await operator.post(`/approvals/${approval.id}/approve`);
    await tells(agent.post(`/sessions/${session}/actions/precapture`, { ...call, actionId: id }));
    const outcome = { status: 'SUCCESS', response: { rowCount: 1 } };
    await tells(agent.patch(`/sessions/${session}/actions/${id}`, outcome));
  }
  await database.pool.query(`UPDATE customers SET name = 'Eve' WHERE id = 1`);
  await database.pool.query(`UPDATE customers SET name = '${SECRET}' WHERE id = 2`);
  const rejected = await act(update('customers', { id: 3 }, { name: 'Eve' }), { status: 'PENDING_APPROVAL' });
  approvals.push(rejected.approval.id);
  await operator.post(`/approvals/${rejected.approval.id}/reject`, { reason: 'not today' });

  expect(await readAll()).toBeGreaterThanOrEqual(6);
  expect(told).toContain('capture-failed');
  expect(told).toContain('not today');
  expect((await tells(agent.post(`/sessions/${session}/rollback`))).status).toBe(200);
  await readAll();
  expect(told).toContain('changed-since');

  const { rows: reasons } = await rows.query(
    `SELECT reason AS words FROM snapshots WHERE session_id = $1 AND reason IS NOT NULL
     UNION SELECT detail FROM rollback_steps s JOIN rollbacks r ON r.id = s.rollback_id WHERE r.session_id = $1`,
    [session],
  );
  const words = reasons.map((row) => row.words as string);
  expect(words.length).toBeGreaterThanOrEqual(4);
  expect(words.join()).toContain('4321');
  const forOperators =
    JSON.stringify((await operator.get(`/sessions/${session}`)).body) +
    JSON.stringify((await operator.get(`/sessions/${session}/rollback`)).body) +
    JSON.stringify((await operator.get(`/approvals/${approvals[0]}`)).body);
  for (const text of [...words.map((one) => JSON.stringify(one).slice(1, -1)), SECRET, '4321', email]) {
    expect([text, forOperators.includes(text)]).toEqual([text, true]);
    expect([text, told.includes(text)]).toEqual([text, false]);
  }
});
