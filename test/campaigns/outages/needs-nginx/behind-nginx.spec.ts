import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as secured } from 'node:tls';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { Backstop } from '../../../../sdk/src/index.js';
import { governedCrm } from '../../../../sdk/test/support/crm.js';
import { sized } from '../../../support/campaign-size.js';
import { type Answer, newOrganization, newSession, type Organization } from '../../../support/client.js';
import { newCustomerDatabase } from '../../../support/customer-database.js';
import { freePort } from '../../../support/free-port.mjs';
import { call, expectConsistentAt, gated } from '../../../support/ledger.js';
import { type Nginx, startNginx } from '../../../support/nginx.mjs';
import { newOwnDatabase, type OwnDatabase } from '../../../support/own-database.js';
import { blocksOf } from '../../../support/page-examples.js';
import { eventually, patience } from '../../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../../support/service.mjs';
import { listenTcp, type TcpServer } from '../../../support/tcp.js';
import { startLoad } from '../support/load.js';

const [LINES = ''] = blocksOf(readFileSync('docs/how-to/behind-a-proxy.md', 'utf8'), 'nginx');
const ASKS = sized({ short: 500, full: 3_000 });
const BODY_LIMIT_BYTES = 256 * 1024;

let own: OwnDatabase;
let ports: number[];
let processes: ServiceProcess[];
let nginx: Nginx;
let tunnels: TcpServer[];
/** The service through nginx, from an address of the client. */
let clients: { readonly url: string }[];

const start = (port = 0) =>
  startService({
    DATABASE_URL: own.serviceUrl,
    PORT: String(port),
    DRAIN_SECONDS: '1',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
  });
const isReady = async (index: number) => (await fetch(`${processes[index]?.url}/health/ready`)).status === 200;

/** TLS from this address, which checks the certificate, so that every client of the tests can speak to nginx. */
const tunnelFrom = (localAddress: string) =>
  listenTcp((socket) => {
    const port = Number(new URL(nginx.url).port);
    const reached = connect({ host: '127.0.0.1', port, localAddress });
    const onwards = secured({ socket: reached, servername: 'backstop.example', ca: nginx.certificate });
    reached.on('error', () => socket.destroy());
    onwards.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onwards.destroy());
    socket.pipe(onwards).pipe(socket);
  });

beforeAll(async () => {
  own = await newOwnDatabase();
  ports = [await freePort(), await freePort()];
  processes = await Promise.all(ports.map((port) => start(port)));
  nginx = await startNginx(LINES, ports);
  tunnels = await Promise.all(['127.0.0.2', '127.0.0.3'].map(tunnelFrom));
  clients = tunnels.map(({ port }) => ({ url: `http://127.0.0.1:${port}` }));
});
afterAll(async () => {
  await Promise.all((tunnels ?? []).map(({ stop }) => stop()));
  await nginx?.stop();
  await Promise.all((processes ?? []).map((service) => service.kill('SIGKILL')));
  await own?.drop();
});

const through = (index = 0) => clients[index] ?? { url: '' };

async function newAgents() {
  const database = await newCustomerDatabase();
  await database.pool.query('CREATE TABLE notes (id int PRIMARY KEY, text text)');
  const organization = await newOrganization(through());
  await organization.operator.put('/settings/credentials/postgres', {
    values: { connectionString: database.url },
    agentOperations: ['postgres.*'],
  });
  return { ...organization, database };
}

const insert = (id: number) => ({
  apiName: 'postgres.rows.insert',
  payload: { table: 'notes', values: { id, text: 'kept' } },
  perform: true,
});

/** nginx closes the connection of a body that is too large, perhaps before the client has read the answer. */
const statusOf = (posted: Promise<Answer>): Promise<number> =>
  posted.then(
    ({ status }) => status,
    () => 413,
  );

/** Changes the tools of a listening client of MCP, and tells whether it hears of that. */
async function eventOf({ agent, operator }: Organization): Promise<'arrived' | 'held back'> {
  const client = new Client({ name: 'listener', version: '1.0.0' });
  const headers = { authorization: `Bearer ${agent.credential}` };
  const changed = new Promise<'arrived'>((resolve) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve('arrived'));
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${through().url}/mcp`), { requestInit: { headers } }),
  );
  const values = { connectionString: 'postgres://user:secret@127.0.0.1:1/none' };
  await operator.put('/settings/credentials/postgres', { values, agentOperations: ['postgres.query'] });
  const late = sleep(patience(2_000), 'held back' as const, { ref: false });
  return Promise.race([changed, late]).finally(() => client.close());
}

/** Calls of the SDK until `end`, which expects that each of them ran once and is confirmed. */
async function startSdk({ agent, operator }: Organization) {
  const backstop = new Backstop({ baseUrl: through().url, apiKey: agent.credential ?? '', outbox: false });
  const session = await backstop.createSession({ agentId: 'crm-bot', intent: 'look after contacts' });
  const crm = governedCrm(session);
  let [isOver, calls] = [false, 0];
  const lane = async () => {
    while (!isOver) await crm.call('update', { id: ++calls });
  };
  const lanes = Promise.all(Array.from({ length: 4 }, lane));
  const end = async () => {
    isOver = true;
    await lanes;
    await crm.flush();
    const { counters } = (await operator.get(`/sessions/${session.id}`)).body.data;
    expect(counters).toMatchObject({ success: calls, cleared: 0, unknown: 0 });
    expect(crm.ran.map(({ id }) => Number(id)).sort((x, y) => x - y)).toEqual(
      Array.from({ length: calls }, (_, index) => index + 1),
    );
  };
  return { calls: () => calls, end };
}

/** A reload of nginx closes idle connections of its clients, also where a request is on its way. */
const CLOSED = /other side closed|ECONNRESET/;

describe('Behind nginx, two processes', () => {
  it('that are replaced by the steps of the page answer every request, and the calls of the SDK lose none', async () => {
    const organization = await newAgents();
    const load = await startLoad(organization.agent, organization.operator, insert);
    const sdk = await startSdk(organization);
    const asked = () => load.sent.ask ?? 0;
    let replaced = 0;
    while (asked() < ASKS || replaced < 4) {
      const index = replaced++ % 2;
      const address = `server 10.0.0.${index + 1}:3000`;
      nginx.reload(LINES.replace(address, `${address} down`));
      await processes[index]?.kill('SIGTERM');
      processes[index] = await start(ports[index]);
      expect(await eventually(() => isReady(index))).toBe(true);
      nginx.reload(LINES);
      const before = asked();
      await eventually(asked, (now) => now > before + 50);
    }
    await sdk.end();
    await load.stop();
    expect(load.lost.filter((words) => !CLOSED.test(words))).toEqual([]);
    expect(load.lost.length).toBeLessThan(asked() / 10);
    expect(load.sent.poll).toBeGreaterThan(0);
    await expectConsistentAt(own.superuser, load.sessions);
    await organization.database.drop();
  });

  it('lose requests that are under way when one is killed, and the calls of the SDK none', async () => {
    const organization = await newAgents();
    const { agent, database } = organization;
    const load = await startLoad(agent, organization.operator, insert);
    const sdk = await startSdk(organization);
    await eventually(sdk.calls, (count) => count > 20);
    await processes[0]?.kill('SIGKILL');
    const killedAt = sdk.calls();
    await eventually(sdk.calls, (count) => count > killedAt + 50);
    await sdk.end();
    await load.stop();
    // This is the control: the load without repetition notices.
    expect(load.lost.filter((words) => !CLOSED.test(words)).length).toBeGreaterThan(0);
    // While the process is gone, each request finds the other one.
    const actions = `/sessions/${await newSession(agent)}/actions`;
    const later = await Promise.all(Array.from({ length: 50 }, () => agent.post(actions, call())));
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 201));
    processes[0] = await start(ports[0]);
    await database.drop();
  });
});

describe('nginx with the lines of the page', () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization(through());
  });

  it('holds a request for as long as the service does', async () => {
    const { agent, operator } = organization;
    const { approvalId } = await gated(agent, await newSession(agent));
    const begun = performance.now();
    expect((await operator.get(`/approvals/${approvalId}?wait=60`)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(59_000);
  });

  it('passes the events of /mcp on as they happen', async () => {
    expect(await eventOf(organization)).toBe('arrived');
  });

  it('takes a body of 256 KB, and none that is larger', async () => {
    const { agent } = organization;
    const actions = `/sessions/${await newSession(agent)}/actions`;
    const bodyOf = (bytes: number) => {
      const empty = JSON.stringify(call({ payload: { text: '' } }));
      return JSON.stringify(call({ payload: { text: 'x'.repeat(bytes - empty.length) } }));
    };
    const post = (bytes: number) => statusOf(agent.request('POST', actions, { body: bodyOf(bytes) }));
    expect(await post(BODY_LIMIT_BYTES)).toBe(201);
    expect(await post(BODY_LIMIT_BYTES + 1)).toBe(413);
  });

  it('adds the address of the client, which no client can choose', async () => {
    const addressOf = async (index: number) => {
      const { id, operator } = await newOrganization(through(index));
      await operator.request('DELETE', '/me', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      const lines = () => processes.flatMap(({ output }) => output);
      const line = await eventually(() => lines().find((one) => one.includes(id) && one.includes('was deleted')));
      return JSON.parse(line ?? '{}').address;
    };
    expect([await addressOf(0), await addressOf(1)]).toEqual(['127.0.0.2', '127.0.0.3']);
  });

  it('leads from HTTP to HTTPS', async () => {
    const asked = request(`${nginx.plainUrl}/sessions?limit=1`, { headers: { host: 'backstop.example' } }).end();
    const [answer] = await once(asked, 'response');
    answer.resume();
    expect([answer.statusCode, answer.headers.location]).toEqual([301, 'https://backstop.example/sessions?limit=1']);
  });
});

describe('Without a line of the page, these tests see', () => {
  type Act = (organization: Organization) => Promise<unknown>;
  const held: Act = async ({ agent, operator }) => {
    const { approvalId } = await gated(agent, await newSession(agent));
    return (await operator.get(`/approvals/${approvalId}?wait=10`)).status;
  };
  const large: Act = async ({ agent }) => {
    const body = call({ payload: { text: 'x'.repeat(200_000) } });
    return statusOf(agent.post(`/sessions/${await newSession(agent)}/actions`, body));
  };
  it.each<[string, string, string, Act, unknown]>([
    ['a held request that is given up', 'proxy_read_timeout 90s;', 'proxy_read_timeout 2s;', held, 504],
    ['a body that is refused', 'client_max_body_size 256k;', 'client_max_body_size 128k;', large, 413],
    ['an event that is held back', 'proxy_buffering off;', '', eventOf, 'held back'],
  ])('%s', async (_, line, instead, act, seen) => {
    expect(LINES).toContain(line);
    nginx.reload(LINES.replace(line, instead));
    const look = async () => act(await newOrganization(through()));
    expect(await eventually(look, (one) => one === seen)).toBe(seen);
    nginx.reload(LINES);
  });
});
