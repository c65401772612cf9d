import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { connectionSettings } from '../../../src/platform/database/connection.js';
import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { call, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { startVanishing } from '../../support/vanishing-packets.js';

const DATABASE_URL = process.env.TEST_DATABASE_URL ?? '';
/** More than there are connections. */
const REQUESTS = 16;
const WELL_WITHIN_MS = 120_000;
const HOUR = '3600';

let network: Awaited<ReturnType<typeof startVanishing>>;
let service: ServiceProcess;
const start = async (settings: Record<string, string>) => {
  const { host, port } = connectionSettings(DATABASE_URL);
  network = await startVanishing(`${host}/.s.PGSQL.${port}`);
  const through = DATABASE_URL.replace(/@[^/]*\//, `@127.0.0.1:${network.port}/`);
  service = await startService({ DATABASE_URL: through, LOG_LEVEL: 'fatal', ...settings });
};
afterAll(() => rows.end());
afterEach(async () => {
  await service.stop();
  await network.stop();
});

/** Requests for every pooled connection, each on its way to PostgreSQL when this returns. */
async function askThroughAll(agent: Caller, session: string) {
  const before = network.seen().swallowed;
  const answers = Array.from({ length: REQUESTS }, (_, index) =>
    index % 2 === 0 ? agent.get(`/sessions/${session}`) : agent.post(`/sessions/${session}/actions`, call()),
  );
  await eventually(
    async () => network.seen().swallowed,
    (swallowed) => swallowed > before,
    30_000,
  );
  return answers;
}

/** The established connections to a port of this machine, and those of them whose kernel probes the other side (Linux). */
function connectionsTo(port: number) {
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  const fields = rows.map((row) => row.trim().split(/\s+/));
  const remote = port.toString(16).toUpperCase().padStart(4, '0');
  const open = fields.filter(([, , address = '', state]) => address.endsWith(`:${remote}`) && state === '01');
  return { all: open.length, keptAlive: open.filter(([, , , , , timer = '']) => timer.startsWith('02:')).length };
}

describe('A connection to PostgreSQL', () => {
  it('is probed by the kernel while it is idle, so that a dead host is found', async () => {
    await start({});
    await newOrganization(service);
    const control = connect(network.port, '127.0.0.1');
    await once(control, 'connect');
    const { all, keptAlive } = await eventually(
      async () => connectionsTo(network.port),
      (seen) => seen.keptAlive > 0,
    );
    // The connection of this test is the one without probes.
    expect([all > 1, all - keptAlive]).toEqual([true, 1]);
    control.destroy();
  });
});

describe('When packets to PostgreSQL vanish', () => {
  it('the service recovers soon after new connections work, while earlier ones stay dead', async () => {
    // The limit is so long that no query is cancelled for its length.
    await start({ DATABASE_TIMEOUT_SECONDS: HOUR });
    const { agent } = await newOrganization(service);
    const session = await newSession(agent);
    network.freeze();
    const lost = await askThroughAll(agent, session);
    network.thaw();
    const well = await eventually(
      () => Promise.all([agent.get(`/sessions/${session}`), agent.post(`/sessions/${session}/actions`, call())]),
      (answers) => answers.every(({ status }) => status < 300),
      WELL_WITHIN_MS,
    );
    expect(well.map(({ status }) => status)).toEqual([200, 201]);
    const statuses = new Set((await Promise.all(lost)).map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 503 && status >= 300)).toEqual([]);
    expect(statuses).toContain(503);
  });

  it('a query is given up after DATABASE_TIMEOUT_SECONDS with 503, although nothing works again', async () => {
    await start({ DATABASE_TIMEOUT_SECONDS: '1' });
    const { agent } = await newOrganization(service);
    const session = await newSession(agent);
    network.freeze();
    const answers = await Promise.all(await askThroughAll(agent, session));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([503]);
    network.thaw();
  });

  it('a query that PostgreSQL works on is waited for, also when it is silent for longer than others', async () => {
    await start({ DATABASE_TIMEOUT_SECONDS: HOUR });
    const { agent } = await newOrganization(service);
    const session = await newSession(agent);
    const holder = await rows.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [session]);
      const asked = network.seen().accepted;
      const waiting = agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
      // The guard asks on a connection of its own, again and again.
      const more = await eventually(
        async () => network.seen().accepted - asked,
        (count) => count >= 3,
        60_000,
      );
      expect(more).toBeGreaterThanOrEqual(3);
      await holder.query('COMMIT');
      expect((await waiting).status).toBe(200);
    } finally {
      holder.release();
    }
  });
});
