import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../../src/connectors/connector.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { startGitHub } from '../../support/github.js';
import { governed } from '../../support/governed.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually, patience } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const ISSUE = '/repos/{owner}/{repo}/issues/{number}';
const OPERATIONS = [
  {
    method: 'PATCH',
    path: ISSUE,
    capture: { path: ISSUE, fields: ['title'] },
    undo: { method: 'PATCH', path: ISSUE, body: '{{*}}' },
  },
];

let github: Awaited<ReturnType<typeof startGitHub>>;
let database: OwnDatabase;
let proxy: Server;
/** The requests that passed on the way to GitHub. */
const passed: string[] = [];
/** Is waited for before the next answer to a GET is given. */
let beforeNextAnswer: (() => Promise<void>) | null = null;
const alive: ServiceProcess[] = [];

beforeAll(async () => {
  [github, database] = await Promise.all([startGitHub(), newOwnDatabase()]);
  proxy = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await Promise.all(alive.map((service) => service.stop()));
  proxy.closeAllConnections();
  proxy.close();
  await Promise.all([github.stop(), database.drop()]);
});

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  passed.push(method);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  const sent = { authorization: headers.authorization ?? '', 'content-type': 'application/json' };
  const answer = await fetch(github.baseUrl + url, { method, headers: sent, body });
  const text = await answer.text();
  const wait = method === 'GET' ? beforeNextAnswer : null;
  if (wait) beforeNextAnswer = null;
  await wait?.();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
}

async function start(): Promise<ServiceProcess> {
  const service = await startService({ DATABASE_URL: database.serviceUrl });
  alive.push(service);
  return service;
}

async function finished(operator: Caller, session: string) {
  const read = async () => (await operator.get(`/sessions/${session}/rollback`)).body.data;
  return eventually(read, ({ state }) => state === 'finished');
}

it('a process that sleeps past its lease between reading and writing does not write when it wakes', async () => {
  const first = await start();
  const { operator, agent } = await newOrganization(first);
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const values = { baseUrl, authorization: 'Bearer test_token_admin', operations: JSON.stringify(OPERATIONS) };
  expect((await operator.put('/settings/credentials/http', { values })).status).toBe(200);
  const { owner, repo, issue_number } = await github.newIssue();
  const payload: JsonObject = { path: `/repos/${owner}/${repo}/issues/${issue_number}`, body: { title: 'Agent' } };
  const issue = { owner, repo, issue_number };
  const act = () =>
    github.agent.rest.issues.update({ ...issue, title: 'Agent' }).then(({ data }) => ({ title: data.title }));
  const titleNow = async () => (await github.agent.rest.issues.get(issue)).data.title;
  const context = { credentials: values, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: patience(1_000) };
  const session = await newSession(agent);
  await governed(agent, session, {
    connector: http,
    context,
    apiName: 'http.requests.patch',
    payload,
    act,
    state: titleNow,
  });
  passed.length = 0;

  const second = { service: null as ServiceProcess | null };
  const asleep = new Promise<void>((resolve) => {
    beforeNextAnswer = async () => {
      process.kill(first.pid, 'SIGSTOP');
      second.service = await start();
      resolve();
      expect(await finished(operator.at(second.service), session)).toMatchObject({
        results: [{ outcome: 'ROLLED_BACK' }],
      });
    };
  });
  const answer = operator.post(`/sessions/${session}/rollback`).catch(() => null);
  await asleep;
  await finished(operator.at(second.service as ServiceProcess), session);
  expect(await titleNow()).toBe('Broken');
  // The answer that the sleeping process read is on its way to it; another client has meanwhile set the field that it
  // would overwrite.
  await github.agent.rest.issues.update({ ...issue, title: 'Agent' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  process.kill(first.pid, 'SIGCONT');
  await answer;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await titleNow()).toBe('Agent');
  expect(passed.filter((method) => method === 'PATCH')).toHaveLength(1);
});
