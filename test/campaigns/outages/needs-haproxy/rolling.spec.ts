import { readFileSync } from 'node:fs';
import { Backstop } from '../../../../sdk/src/index.js';
import { governedCrm } from '../../../../sdk/test/support/crm.js';
import { sized } from '../../../support/campaign-size.js';
import { Caller, newOrganization } from '../../../support/client.js';
import { newCustomerDatabase } from '../../../support/customer-database.js';
import { freePort } from '../../../support/free-port.mjs';
import { type Haproxy, startHaproxy } from '../../../support/haproxy.mjs';
import { expectConsistentAt } from '../../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../../support/own-database.js';
import { eventually } from '../../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../../support/service.mjs';
import { startLoad } from '../support/load.js';

const ASKS = sized({ short: 1_000, full: 10_000 });
const SDK_CALLS = sized({ short: 200, full: 1_000 });

const lines = /```haproxy\n([\s\S]*?)```/.exec(readFileSync('docs/how-to/several-processes.md', 'utf8'))?.[1] ?? '';

let own: OwnDatabase;
let ports: number[];
let processes: ServiceProcess[];
let proxy: Haproxy;
const start = (port = 0) =>
  startService({ DATABASE_URL: own.serviceUrl, PORT: String(port), DRAIN_SECONDS: '5', LOG_LEVEL: 'warn' });
const isReady = async (index: number) => (await fetch(`${processes[index]?.url}/health/ready`)).status === 200;

beforeAll(async () => {
  own = await newOwnDatabase();
  ports = [await freePort(), await freePort()];
  processes = await Promise.all(ports.map((port) => start(port)));
  proxy = await startHaproxy(lines, ports);
  await eventually(async () => (await fetch(`${proxy.url}/health`)).status === 200);
});
afterAll(async () => {
  await proxy.stop();
  await Promise.all(processes.map((service) => service.kill('SIGKILL')));
  await own.drop();
});

/** Ends one process by the signal and starts it again. */
async function replace(index: number, signal: NodeJS.Signals): Promise<void> {
  await processes[index]?.kill(signal);
  processes[index] = await start(ports[index]);
  await eventually(() => isReady(index));
}

async function newAgents() {
  const database = await newCustomerDatabase();
  await database.pool.query('CREATE TABLE notes (id int PRIMARY KEY, text text)');
  const organization = await newOrganization(proxy);
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

describe('behind HAProxy, two processes on one database', () => {
  it('are replaced again and again by SIGTERM, and no request is lost', async () => {
    const { agent, operator, database } = await newAgents();
    const load = await startLoad(agent, operator, insert);
    let replaced = 0;
    while ((load.sent.ask ?? 0) < ASKS || replaced < 4) await replace(replaced++ % 2, 'SIGTERM');
    await load.stop();
    expect(load.lost).toEqual([]);
    expect(load.sent.poll).toBeGreaterThan(0);
    await expectConsistentAt(own.superuser, load.sessions);
    const states = await eventually(
      async () =>
        (
          await own.superuser.query(
            "SELECT a.status, count(*)::int AS calls FROM actions a WHERE a.session_id = ANY ($1) AND api_name LIKE 'postgres%' GROUP BY 1",
            [load.sessions],
          )
        ).rows,
      (rows) => rows.length === 1 && rows[0]?.status === 'SUCCESS',
    );
    expect(states).toEqual([{ status: 'SUCCESS', calls: load.sent.performed }]);
    const { rows } = await database.pool.query('SELECT count(*)::int AS notes FROM notes');
    expect(rows[0].notes).toBe(load.sent.performed);
    await database.drop();
  });

  it('lose requests that are under way when one is killed, and the calls of the SDK none', async () => {
    const { agent, operator, database } = await newAgents();
    const load = await startLoad(agent, operator, insert);
    const backstop = new Backstop({ baseUrl: proxy.url, apiKey: agent.credential ?? '', outbox: false });
    const session = await backstop.createSession({ agentId: 'crm-bot', intent: 'look after contacts' });
    const crm = governedCrm(session);
    let left = SDK_CALLS;
    const lane = async () => {
      while (left > 0) await crm.call('update', { id: left-- });
    };
    const lanes = Promise.all(Array.from({ length: 8 }, lane));
    let killed = 0;
    while (left > 0 || killed < 4) await replace(killed++ % 2, 'SIGKILL');
    await lanes;
    await crm.flush();
    await load.stop();
    // This is the control: the load without repetition notices.
    expect(load.lost.length).toBeGreaterThan(0);
    const operatorAtOne = new Caller(processes[0] ?? proxy, operator.credential);
    const { counters } = (await operatorAtOne.get(`/sessions/${session.id}`)).body.data;
    expect(counters).toMatchObject({ success: crm.ran.length, cleared: 0, unknown: 0 });
    expect(crm.ran.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: crm.ran.length }, (_, index) => index + 1),
    );
    await expectConsistentAt(own.superuser, [session.id]);
    await database.drop();
  });
});
