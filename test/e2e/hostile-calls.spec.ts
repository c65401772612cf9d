import { readFileSync } from 'node:fs';
import { type Caller, newOrganization, newSession } from '../support/client.js';
import { Listener } from '../support/listener.js';
import { type ServiceProcess, startService } from '../support/service.mjs';

const MOST = 250_000;
/** Of the service's own time for one call, however it is made up; milliseconds. */
const EACH_MS = 100;

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
const mail = (text: string) => Buffer.from(text).toString('base64url').slice(0, MOST);

/** What an agent sends, for credentials that were invented. */
const CALLS: readonly (readonly [title: string, apiName: string, payload: object])[] = [
  [
    'a draft of line ends',
    'gmail.drafts.create',
    { userId: 'me', requestBody: { message: { raw: mail(`subject: a\n\nx${'\n'.repeat(180_000)}x`) } } },
  ],
  [
    'lists appended to one another',
    'dynamodb.items.update',
    { TableName: 't', Key: { id: { S: '1' } }, UpdateExpression: `SET a = ${'list_append('.repeat(20_000)}` },
  ],
  [
    'a value nested in itself',
    'dynamodb.items.put',
    { TableName: 't', Item: { id: { S: '1' }, a: JSON.parse(`${'{"L":['.repeat(5)}${']}'.repeat(5)}`) } },
  ],
  ['comments in one another', 'postgres.query', { sql: '/*'.repeat(30_000), values: [] }],
  ['comments of MySQL', 'mysql.query', { sql: '/*'.repeat(30_000), values: [] }],
  ['a calendar within calendars', 'caldav.objects.put', { url: '/a.ics', data: 'BEGIN:A\n'.repeat(20_000) }],
  ['a body nested in itself', 'http.requests.post', { path: '/things', body: { a: nested(10) } }],
];

let service: ServiceProcess;
let provider: Listener;
let attacker: Caller;
let session: string;

/** Of the service's own process, without its children; milliseconds. */
function ownTime(): number {
  const [, after = ''] = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ');
  const [user, system] = after.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

beforeAll(async () => {
  service = await startService();
  // It says of each resource whatever is hard to read.
  provider = new Listener((_, reply) =>
    reply
      .writeHead(200, { 'content-type': 'application/json', etag: '"1"' })
      .end(`{"id":"1","message":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`),
  );
  const url = await provider.start();
  const { operator, agent } = await newOrganization(service);
  attacker = agent;
  session = await newSession(agent);
  const database = `127.0.0.1:${provider.port}/db`;
  const operation = { path: '/things', created: 'id', capture: { path: '/things/{created}' } };
  const operations = [{ method: 'POST', ...operation, undo: { method: 'DELETE', path: '/things/{created}' } }];
  const aws = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-central-1', baseUrl: url };
  const invented: Record<string, object> = {
    gmail: { accessToken: 'a', baseUrl: url },
    dynamodb: aws,
    postgres: { connectionString: `postgres://a:b@${database}` },
    mysql: { connectionString: `mysql://a:b@${database}` },
    caldav: { serverUrl: url, username: 'a', password: 'b' },
    http: { baseUrl: url, operations: JSON.stringify(operations) },
  };
  for (const [connector, values] of Object.entries(invented))
    expect((await operator.put(`/settings/credentials/${connector}`, { values })).status).toBe(200);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

it.each(CALLS)(
  '%s costs the service itself next to nothing, at capture and in the plan',
  async (_, apiName, payload) => {
    const capture = () => attacker.post(`/sessions/${session}/actions/precapture`, { apiName, payload });
    // The first one starts a process and loads a client.
    const first = await capture();
    expect(first.status).toBeLessThan(300);
    const before = ownTime();
    const { body } = await capture();
    expect(ownTime() - before).toBeLessThan(EACH_MS + 50);
    const { precaptureId } = body.data;
    const report = { apiName, operationType: 'UPDATE', payload, precaptureId, status: 'SUCCESS', response: {} };
    expect((await attacker.post(`/sessions/${session}/actions`, report)).status).toBeLessThan(300);
  },
);

it('answers others while it reads what is hard to read', async () => {
  const bystander = await newOrganization(service);
  const theirs = await newSession(bystander.agent);
  let isOver = false;
  const attack = Promise.all(
    CALLS.flatMap(([, apiName, payload]) =>
      Array.from({ length: 5 }, () => attacker.post(`/sessions/${session}/actions/precapture`, { apiName, payload })),
    ),
  ).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const asked = performance.now();
    const { status } = await bystander.agent.get(`/sessions/${theirs}`);
    expect(status).toBe(200);
    waits.push(performance.now() - asked);
  }
  for (const { status } of await attack) expect(status).toBeLessThan(300);
  expect(Math.max(...waits)).toBeLessThan(1_500);
});

it('shows the plan and the rollback of all of it', async () => {
  const before = ownTime();
  const plan = await attacker.get(`/sessions/${session}/rollback`);
  expect(plan.status).toBe(200);
  expect(plan.body.data.plan).toHaveLength(CALLS.length);
  expect(ownTime() - before).toBeLessThan(CALLS.length * EACH_MS);
  expect((await attacker.post(`/sessions/${session}/rollback`)).status).toBe(200);
});
