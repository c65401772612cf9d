import { type Caller, newOrganization, type Organization, serviceA, serviceB } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { errorOf, rows, setPlan } from '../../support/ledger.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually, patience } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';
import { forwardTo, listenTcp, slowlyTo, type TcpServer } from '../../support/tcp.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const HEALTHY = {
  connector: 'postgres',
  status: 'healthy',
  checkedAt: TIME,
  latencyMs: expect.any(Number),
  detail: null,
};
/** The connector gives up half a second before the check does; of a busy machine either may be heard first. */
const GAVE_UP = expect.stringMatching(/timed out$|^no answer within 5 seconds$/);

let customers: Awaited<ReturnType<typeof newCustomerDatabase>>;
let organization: Organization;
const servers: TcpServer[] = [];

beforeAll(async () => {
  customers = await newCustomerDatabase();
  // The first check of a process starts what reads connectors: on a busy machine that takes more than a check may.
  organization = await newOrganization();
  await store(customers.url);
  for (const service of [serviceA, serviceB])
    expect(await becomesHealthy(organization.operator.at(service), () => age(61))).toEqual([HEALTHY]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await customers.drop();
  await rows.end();
});
beforeEach(async () => {
  organization = await newOrganization();
});

const serve = async (...given: Parameters<typeof listenTcp>) => {
  const server = await listenTcp(...given);
  servers.push(server);
  return server;
};
/** Starts a relay to the customers' database that continues on request. */
const waiting = async () => {
  let answer: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = await serve((socket) => void told.then(() => forwardTo(customersPort())(socket)));
  return { slow, answer };
};
const customersPort = () => Number(new URL(customers.url).port);
/** The customers' database by another way. */
const through = (change: (url: URL) => void) => {
  const url = new URL(customers.url);
  change(url);
  return url.href;
};
const at = (port: number) => through((url) => (url.port = String(port)));

const store = async (connectionString: string, operator = organization.operator) => {
  const answer = await operator.put('/settings/credentials/postgres', { values: { connectionString } });
  expect(answer.status).toBe(200);
};
const healthOfAll = async (operator: Caller = organization.operator) => {
  const { status, body } = await operator.get('/settings/connectors/health');
  expect([status, body.error]).toEqual([200, null]);
  return body.data;
};
const health = async (operator?: Caller) => {
  const all = await healthOfAll(operator);
  return all.filter(({ connector }: { connector: string }) => connector === 'postgres');
};
const unhealthy = (detail: unknown) => [{ ...HEALTHY, status: 'unhealthy', detail }];
const listed = async ({ operator } = organization) => {
  const [{ lastCheckedAt, lastCheckOk }] = (await operator.get('/settings/credentials')).body.data;
  return { lastCheckedAt, lastCheckOk };
};
/** Makes the last check look that many seconds older. */
const age = (seconds: number, { id } = organization, database = rows) =>
  database.query(
    `UPDATE credentials SET last_checked_at = last_checked_at - make_interval(secs => $2) WHERE organization_id = $1`,
    [id, seconds],
  );

/** A process that has just started may need longer for its first check than the five seconds that a check has. */
const becomesHealthy = (operator: Caller, age: () => Promise<unknown>) =>
  eventually(
    async () => {
      await age();
      return health(operator);
    },
    ([one]) => one.status === 'healthy',
  );

describe('GET /settings/connectors/health', () => {
  it('says that a connector without a credential is unconfigured, and what to do about it', async () => {
    expect(await health()).toEqual([
      {
        connector: 'postgres',
        status: 'unconfigured',
        checkedAt: null,
        latencyMs: null,
        detail: 'No credential is stored; PUT /settings/credentials/postgres stores one.',
      },
    ]);
  });

  it('names every connector of the registry once', async () => {
    const { data } = (await organization.operator.get('/registry')).body;
    const known = [...new Set(data.map(({ connector }: { connector: string }) => connector))];
    expect((await healthOfAll()).map(({ connector }: { connector: string }) => connector)).toEqual(known);
  });

  it('reports a database that accepts the credential as healthy; the listing of credentials shows when', async () => {
    await store(customers.url);
    expect(await listed()).toEqual({ lastCheckedAt: null, lastCheckOk: null });
    const [found, ...others] = await health();
    expect([found, others]).toEqual([HEALTHY, []]);
    expect(found.latencyMs).toBeLessThan(5_000);
    expect(Math.abs(Date.parse(found.checkedAt) - Date.now())).toBeLessThan(patience(1_000));
    expect(await listed()).toEqual({ lastCheckedAt: found.checkedAt, lastCheckOk: true });
  });

  it.each([
    [
      'a wrong password',
      () => through((url) => (url.password = 'hunter2-must-stay-secret')),
      () =>
        `password authentication failed for user ${new URL(customers.url).username} at 127.0.0.1:${customersPort()} (SQLSTATE 28P01)`,
    ],
    [
      'a database that is not there',
      () => through((url) => (url.pathname = '/nowhere')),
      () => 'database "nowhere" does not exist (SQLSTATE 3D000)',
    ],
    ['a port without a listener', () => at(1), () => 'could not reach 127.0.0.1:1: connection refused'],
    [
      'a host that does not exist',
      () => through((url) => (url.hostname = 'nowhere.invalid')),
      () =>
        expect.stringMatching(/^could not reach nowhere\.invalid:\d+: host name (not found|could not be resolved)$/),
    ],
    [
      'a private address that the installation does not allow',
      () => through((url) => (url.hostname = '10.0.0.7')),
      () => '10.0.0.7 is not a public host and this installation does not allow it',
    ],
    [
      'what is no connection string',
      () => 'hunter2-must-stay-secret',
      () => 'the connection string must be postgres://user:password@host:port/database',
    ],
  ])('names the fault, and no secret: %s', async (_, connectionString, detail) => {
    await store(connectionString());
    const found = await health();
    expect(found).toEqual(unhealthy(detail()));
    expect(JSON.stringify(found)).not.toMatch(/hunter2/);
    expect(await listed()).toEqual({ lastCheckedAt: found[0].checkedAt, lastCheckOk: false });
  });

  it("hides the password even when the server's answer has it", async () => {
    const server = await serve((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 3]));
        socket.once('data', (answer) => {
          const password = answer.subarray(5, -1).toString();
          const fields = Buffer.from(`SFATAL\0VFATAL\0C3D000\0Mno role for ${password}\0\0`);
          socket.end(Buffer.concat([Buffer.from([69, 0, 0, 0, 4 + fields.length]), fields]));
        });
      });
    });
    await store(`postgres://a-user:hunter2-must-stay-secret@127.0.0.1:${server.port}/x`);
    expect(await health()).toEqual(unhealthy('no role for … (SQLSTATE 3D000)'));
    const { rows: kept } = await rows.query('SELECT last_check_detail FROM credentials WHERE organization_id = $1', [
      organization.id,
    ]);
    expect(kept).toEqual([{ last_check_detail: 'no role for … (SQLSTATE 3D000)' }]);
  });

  it('gives up within five seconds: a server that accepts and never answers, and one that is slow at every step', async () => {
    const silent = await serve(() => undefined);
    const slow = await serve(slowlyTo(customersPort(), 1_000));
    const other = await newOrganization();
    await Promise.all([store(at(silent.port)), store(at(slow.port), other.operator)]);
    const [ofSilent, ofSlow] = await Promise.all([health(), health(other.operator)]);
    for (const found of [ofSilent, ofSlow]) expect(found).toEqual(unhealthy(GAVE_UP));
    for (const [{ latencyMs }] of [ofSilent, ofSlow]) expect(latencyMs).toBeGreaterThan(4_000);
  });

  it('asks all of an organization’s providers at the same time', async () => {
    let [open, most] = [0, 0];
    const silent = await serve((socket) => {
      most = Math.max(most, ++open);
      socket.on('close', () => open--);
    });
    const url = `http://127.0.0.1:${silent.port}`;
    await store(at(silent.port));
    for (const [connector, values] of Object.entries({
      github: { token: 't', baseUrl: url },
      redis: { url: `redis://127.0.0.1:${silent.port}` },
      slack: { token: 'xoxb-t', baseUrl: `${url}/` },
    })) {
      const answer = await organization.operator.put(`/settings/credentials/${connector}`, { values });
      expect([connector, answer.status]).toEqual([connector, 200]);
    }
    const found = await healthOfAll();
    expect(most).toBeGreaterThanOrEqual(4);
    const asked = found.filter(({ status }: { status: string }) => status !== 'unconfigured');
    expect(asked.map(({ connector, status }: { connector: string; status: string }) => [connector, status])).toEqual(
      expect.arrayContaining(['postgres', 'github', 'redis', 'slack'].map((connector) => [connector, 'unhealthy'])),
    );
    for (const { latencyMs } of asked) expect(latencyMs).toBeGreaterThan(3_000);
  });

  it('holds no connection of the service while it probes: twenty silent servers delay no other request', async () => {
    const silent = await serve(() => undefined);
    const organizations = await Promise.all(Array.from({ length: 20 }, () => newOrganization()));
    await Promise.all(organizations.map(({ operator }) => store(at(silent.port), operator)));
    const waiting = organizations.map(({ operator }) => health(operator));
    let anyAnswered = false;
    void Promise.race(waiting).then(() => {
      anyAnswered = true;
    });
    expect(await eventually(silent.connections, (count) => count >= 20)).toBe(20);
    expect((await organization.operator.get('/agents')).status).toBe(200);
    expect(anyAnswered).toBe(false);
    for (const found of await Promise.all(waiting)) expect(found).toEqual(unhealthy(GAVE_UP));
  });

  it('is valid for a minute, in every process, also when it is bad', async () => {
    const server = await serve(forwardTo(customersPort()));
    await store(at(server.port));
    const found = await health();
    expect([found, server.connections()]).toEqual([[HEALTHY], 1]);
    await server.stop();
    expect(await health()).toEqual(found);
    expect(await health(organization.operator.at(serviceB))).toEqual(found);
    await age(30);
    expect(await health()).toEqual([{ ...found[0], checkedAt: TIME }]);
    await age(31);
    const refused = unhealthy(`could not reach 127.0.0.1:${server.port}: connection refused`);
    const bad = await health();
    expect(bad).toEqual(refused);
    expect(await health(organization.operator.at(serviceB))).toEqual(bad);
  });

  it('ends with its credential', async () => {
    const { operator } = organization;
    await store(at(1));
    expect((await health())[0].status).toBe('unhealthy');
    await store(customers.url);
    expect(await listed()).toEqual({ lastCheckedAt: null, lastCheckOk: null });
    expect(await health(operator.at(serviceB))).toEqual([HEALTHY]);
    expect((await operator.delete('/settings/credentials/postgres')).status).toBe(200);
    expect((await health())[0].status).toBe('unconfigured');
    await store(at(1));
    expect((await health())[0].status).toBe('unhealthy');
  });

  it('is probed once for eight concurrent requests', async () => {
    const server = await serve(forwardTo(customersPort(), 300));
    await store(at(server.port));
    const found = await Promise.all(Array.from({ length: 8 }, () => health()));
    expect(server.connections()).toBe(1);
    for (const one of found) expect(one).toEqual([{ ...HEALTHY, ...found[0][0] }]);
  });

  it('does not mark a credential that came while the one before was asked', async () => {
    const { slow, answer } = await waiting();
    await store(at(slow.port));
    const old = health();
    expect(await eventually(slow.connections)).toBe(1);
    await store(at(1));
    const next = health();
    answer();
    expect(await old).toEqual([HEALTHY]);
    expect(await next).toEqual(unhealthy('could not reach 127.0.0.1:1: connection refused'));
    expect(await listed()).toEqual({ lastCheckedAt: TIME, lastCheckOk: false });
  });

  it('does not mark a new credential in the place of a removed one', async () => {
    const { slow, answer } = await waiting();
    await store(at(slow.port));
    const old = health();
    expect(await eventually(slow.connections)).toBe(1);
    await organization.operator.delete('/settings/credentials/postgres');
    await store(at(1));
    answer();
    expect(await old).toEqual([HEALTHY]);
    expect(await listed()).toEqual({ lastCheckedAt: null, lastCheckOk: null });
  });

  it('asks for one organization, and touches no other', async () => {
    const server = await serve(forwardTo(customersPort()));
    const other = await newOrganization();
    await Promise.all([store(customers.url), store(at(server.port), other.operator)]);
    expect(await health()).toEqual([HEALTHY]);
    expect(server.connections()).toBe(0);
    expect(await listed(other)).toEqual({ lastCheckedAt: null, lastCheckOk: null });
    await store(at(1));
    expect(await health(other.operator)).toEqual([HEALTHY]);
    expect((await health())[0].status).toBe('unhealthy');
  });

  it('refuses addresses of this machine, unless the installation allows them', async () => {
    // It would take up what other suites have to roll back or to deliver, and refuse them this machine, too.
    const own = await newOwnDatabase(1);
    const strict = await startService({ DATABASE_URL: own.serviceUrl, ALLOWED_PRIVATE_HOSTS: '' });
    try {
      const tenant = await newOrganization(own.services[0]);
      await store(customers.url, tenant.operator);
      expect(await health(tenant.operator.at(strict))).toEqual(
        unhealthy('127.0.0.1 is not a public host and this installation does not allow it'),
      );
      expect(await becomesHealthy(tenant.operator, () => age(61, tenant, own.superuser))).toEqual([HEALTHY]);
    } finally {
      await strict.stop();
      await own.drop();
    }
  });

  it('reports a credential that cannot be opened', async () => {
    const sealed = await startService({
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')},2:${Buffer.alloc(32, 9).toString('base64')}`,
    });
    try {
      await store(customers.url, organization.operator.at(sealed));
      const detail = 'the stored credential cannot be opened with the keys of this installation';
      expect(await health()).toEqual(unhealthy(detail));
      expect(await becomesHealthy(organization.operator.at(sealed), () => age(61))).toEqual([HEALTHY]);
    } finally {
      await sealed.stop();
    }
  });

  it('is for operators on PRO', async () => {
    const { agent, operator, id } = organization;
    expect(errorOf(await agent.get('/settings/connectors/health'))).toBe('operator-required');
    await setPlan(id, 'FREE');
    const refused = await eventually(
      () => operator.get('/settings/connectors/health'),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('plan-required');
  });
});
