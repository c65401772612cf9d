import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { hold } from '../../support/held-polls.js';
import { gated } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

const LISTENS = `SELECT pid, query FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'backstop listen' AND query = 'LISTEN approval_decided'`;

let own: OwnDatabase;
let listener: string;
let listenUrl: string;
let services: ServiceProcess[];
let organization: Organization;
let session: string;
beforeAll(async () => {
  own = await newOwnDatabase();
  listener = `listener_of_${own.name}`;
  // A role that may do nothing but come in; and at first not even that.
  await own.superuser.query(`CREATE ROLE ${listener} NOLOGIN PASSWORD 'a-password'`);
  listenUrl = own.serviceUrl.replace(/\/\/[^@]*@/, `//${listener}:a-password@`);
  const env = { DATABASE_URL: own.serviceUrl, LISTEN_DATABASE_URL: listenUrl, LOG_LEVEL: 'warn' };
  services = await Promise.all([startService(env), startService(env)]);
  organization = await newOrganization(services[1]);
  session = await newSession(organization.agent);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await own.superuser.query(`DROP ROLE ${listener}`);
  await own.drop();
});

const listening = async () => (await own.superuser.query(LISTENS)).rows as { pid: number }[];
const bothListen = () => eventually(listening, ({ length }) => length === services.length);
async function allowLookUps(allowed: boolean): Promise<void> {
  const [verb, to] = allowed ? ['GRANT', 'TO'] : ['REVOKE', 'FROM'];
  await own.superuser.query(`${verb} EXECUTE ON FUNCTION decided_approvals(uuid[]) ${to} ${own.role}`);
  const { rows } = await own.superuser.query(
    "SELECT has_function_privilege($1, 'decided_approvals(uuid[])', 'EXECUTE') AS may",
    [own.role],
  );
  expect(rows).toEqual([{ may: allowed }]);
}

/**
 * Expects that one process answers its waiting request with a decision that the other one takes, long before the time
 * to wait is over.
 */
async function expectTold(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const { approvalId } = await gated(organization.agent, session);
  const process = services[0] as ServiceProcess;
  const earlier = await whileHeld(process);
  const [poll] = hold(process, [{ key: organization.agent.credential ?? '', approvalId }], LONGEST_S);
  await arrived([organization.agent.at(process)]);
  await meanwhile();
  expect((await organization.operator.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
  expect(await poll?.answer).toMatchObject({ status: 200, approval: 'APPROVED' });
  expect(earlier.isHeld()).toBe(true);
  earlier.end();
}

describe('with LISTEN_DATABASE_URL', () => {
  it('a process that may not listen starts, and polls for decisions; it listens once it may', async () => {
    expect(await listening()).toEqual([]);
    await expectTold();
    await own.superuser.query(`ALTER ROLE ${listener} LOGIN`);
    expect(await bothListen()).toHaveLength(2);
    for (const { output } of services) {
      const lost = async () => output.filter((line) => line.includes('connection of LISTEN_DATABASE_URL is lost'));
      expect(await eventually(lost, ({ length }) => length > 0)).toHaveLength(1);
    }
  });

  it('each process listens on one connection, and a decision wakes those who wait in another without any look-up', async () => {
    expect(await bothListen()).toHaveLength(2);
    await allowLookUps(false);
    try {
      for (let time = 0; time < 5; time++) await expectTold();
    } finally {
      await allowLookUps(true);
    }
  });

  it('notifies only the id of a decision, and nothing of one that was not made', async () => {
    const heard: (string | undefined)[] = [];
    const client = await own.superuser.connect();
    client.on('notification', ({ payload }) => heard.push(payload));
    await client.query('LISTEN approval_decided');
    const { approvalId } = await gated(organization.agent, session);
    const refused = await organization.operator.post(`/approvals/${approvalId}/approve`, {
      payloadHash: '0'.repeat(64),
    });
    const rejected = await organization.operator.post(`/approvals/${approvalId}/reject`, { reason: 'not now' });
    expect([refused.status, rejected.status]).toEqual([409, 200]);
    await eventually(
      async () => client.query('SELECT 1').then(() => heard.length),
      (count) => count > 0,
    );
    client.release(true);
    expect(heard).toEqual([approvalId]);
  });

  it('the loss of the connection loses nothing: polling covers the gap, and the connection is opened again', async () => {
    const before = await bothListen();
    const pids = before.map(({ pid }) => pid);
    const cut = async () => {
      await own.superuser.query(`ALTER ROLE ${listener} NOLOGIN`);
      await own.superuser.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
      expect(await eventually(listening, ({ length }) => length === 0)).toEqual([]);
    };
    await expectTold(cut);
    await expectTold();
    await own.superuser.query(`ALTER ROLE ${listener} LOGIN`);
    const after = await bothListen();
    expect(after).toHaveLength(2);
    expect(after.filter(({ pid }) => pids.includes(pid))).toEqual([]);
    await allowLookUps(false);
    try {
      await expectTold();
    } finally {
      await allowLookUps(true);
    }
  });

  it('ends with its connection', async () => {
    const another = await startService({ DATABASE_URL: own.serviceUrl, LISTEN_DATABASE_URL: listenUrl });
    expect(await eventually(listening, ({ length }) => length === 3)).toHaveLength(3);
    await another.stop();
    expect(await eventually(listening, ({ length }) => length === 2)).toHaveLength(2);
  });
});
