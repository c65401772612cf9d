import { newOrganization, newSession } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';

/** Contents of another table. An agent may learn of them only whether there is a row. */
const SECRETS: Readonly<Record<string, string>> = {
  'one byte': "INSERT INTO vault VALUES (1, 0, 'x')",
  'a hundred kilobytes': "INSERT INTO vault VALUES (1, 0, repeat('secret', 17000))",
  'a large number': "INSERT INTO vault VALUES (1, 123456789, 'x')",
  'nine more rows': "INSERT INTO vault SELECT n, n, 'x' FROM generate_series(1, 10) AS n",
};

let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
beforeAll(async () => {
  database = await newCustomerDatabase();
});
afterAll(() => database.drop());

/** Headers that tell of a request and of its time. */
const OF_A_REQUEST = ['date', 'x-request-id', 'ratelimit', 'etag', 'set-cookie'];

/** Removes ids and times; the rest is compared byte by byte. */
const withoutIds = (text: string) => {
  const ids: string[] = [];
  return (
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        if (!ids.includes(id)) ids.push(id);
        return `id ${ids.indexOf(id)}`;
      })
      .replaceAll(/agent-[0-9a-f]{12}/g, 'an agent')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      // The hash covers the call's ledger entry, with its ids and times (rollback/signed.ts).
      .replaceAll(/"hash":"[0-9a-f]{64}"/g, '"hash":"of the plan"')
  );
};

/** Returns all answers to an agent that captures, reports, reads and rolls back calls on tables without rights. */
async function toldWith(secret: string): Promise<string[]> {
  await database.pool.query('DROP TABLE IF EXISTS vault');
  await database.pool.query('CREATE TABLE vault (id int PRIMARY KEY, balance bigint, code text)');
  await database.pool.query(secret);
  const { operator, agent } = await newOrganization();
  await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  const session = await newSession(agent);
  const told: string[] = [];
  const tells = async (asked: ReturnType<typeof agent.get>) => {
    const answer = await asked;
    const headers = [...answer.headers].filter(([name]) => !OF_A_REQUEST.includes(name));
    told.push(`${answer.status} ${JSON.stringify(headers)} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const calls = [
    ['update', 'UPDATE', { match: { id: 1 }, values: { code: 'x' } }],
    ['update', 'UPDATE', { match: { id: 1 }, values: { balance: 1 }, expressions: [] }],
    ['update', 'UPDATE', { match: { balance: 'no number' }, values: { code: 'x' } }],
    ['delete', 'DELETE', { match: { id: 1 } }],
    ['insert', 'CREATE', { values: [{ id: 1, code: 'x' }] }],
    ['insert', 'CREATE', { values: [{ id: 99, code: 'x' }] }],
  ] as const;
  for (const [verb, operationType, more] of calls) {
    const call = { apiName: `postgres.rows.${verb}`, payload: { table: 'vault', ...more } };
    const { precaptureId } = await tells(agent.post(`/sessions/${session}/actions/precapture`, call));
    const { id } = await tells(agent.post(`/sessions/${session}/actions`, { ...call, operationType, precaptureId }));
    await tells(agent.patch(`/sessions/${session}/actions/${id}`, { status: 'UNKNOWN' }));
  }
  await tells(agent.get(`/sessions/${session}`));
  await tells(agent.post(`/sessions/${session}/rollback`));
  await tells(agent.get(`/sessions/${session}/rollback`));
  await tells(agent.get(`/sessions/${session}`));
  return withoutIds(told.join('\n')).split('\n');
}

it('An agent gets the same answers to the byte, whatever another table holds', async () => {
  const known = new Map<string, string[]>();
  for (const [title, secret] of Object.entries(SECRETS)) known.set(title, await toldWith(secret));
  const [first = []] = known.values();
  expect(first.length).toBe(22);
  expect(first.filter((line) => !line.startsWith('20'))).toEqual([]);
  expect(first.join()).toContain('"captureFailed":false');
  for (const [title, told] of known) expect([title, told]).toEqual([title, first]);
});
