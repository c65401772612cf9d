import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Backstop } from '../../../../sdk/src/index.js';
import { governedCrm } from '../../../../sdk/test/support/crm.js';
import { Caller, newOrganization, newSession, type Organization } from '../../../support/client.js';
import { freePort } from '../../../support/free-port.mjs';
import { type KillableDatabase, newKillableDatabase } from '../../../support/killable-database.js';
import { call, errorOf, expectConsistentAt } from '../../../support/ledger.js';
import { eventually } from '../../../support/patience.mjs';
import { newPool } from '../../../support/pool.js';
import { type ServiceProcess, startService, testEnvironment } from '../../../support/service.mjs';
import { newSmallDisk, type SmallDisk } from '../../../support/small-disk.js';
import { comparedWith, startInsistent } from '../support/insistent-agents.js';

const REFUSED = '503 unavailable, Retry-After';

const healthOf = async ({ url }: { url: string }, route: string) => (await fetch(`${url}/health${route}`)).status;
const isReady = (service: { url: string }, status: number) =>
  eventually(
    () => healthOf(service, '/ready'),
    (seen) => seen === status,
    60_000,
  );
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('While the disk of PostgreSQL is full', () => {
  let disk: SmallDisk;
  let database: KillableDatabase;
  let service: ServiceProcess;
  let organization: Organization;
  let rows: ReturnType<typeof newPool>;
  beforeAll(async () => {
    disk = newSmallDisk(320);
    // Few old segments of the WAL stay, so that a full disk soon stops it, too.
    database = await newKillableDatabase({ min_wal_size: '32MB', max_wal_size: '64MB' }, disk.path);
    service = await startService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'warn' });
    rows = newPool({ connectionString: database.superuserUrl.replace(/[^/]*$/, 'backstop'), max: 2 });
    rows.on('error', () => undefined);
    organization = await newOrganization(service);
  });
  afterAll(async () => {
    await service?.stop();
    await rows?.end();
    await database?.drop();
    disk.unmount();
  });

  it('asks are 503 with Retry-After and a process is not ready; when there is space again all goes on, and nothing acknowledged is lost or doubled', async () => {
    const agents = await startInsistent(organization.agent);
    const confirmed = () => [...agents.acknowledged.values()].filter(Boolean).length;
    const more = (count: number, from = confirmed()) => eventually(confirmed, (now) => now >= from + count, 60_000);
    expect(await more(100)).toBeGreaterThanOrEqual(100);
    expect(agents.refused.size).toBe(0);
    expect(await healthOf(service, '/ready')).toBe(200);

    const refusals = () => {
      disk.fill();
      return agents.refused.get(REFUSED) ?? 0;
    };
    expect(await eventually(refusals, (count) => count >= 50, 60_000)).toBeGreaterThanOrEqual(50);
    expect(await isReady(service, 503)).toBe(503);
    expect([await healthOf(service, '/live'), await healthOf(service, '')]).toEqual([200, 200]);
    expect(disk.freeBytes()).toBeLessThan(64 * 1024);
    const [session = ''] = agents.sessions;
    expect((await organization.operator.get(`/sessions/${session}`)).status).toBe(200);

    disk.clear();
    expect(await isReady(service, 200)).toBe(200);
    expect(await more(100)).toBeGreaterThanOrEqual(200);
    await agents.stop();
    expect([...agents.refused.keys()]).toEqual([REFUSED]);
    expect(await comparedWith(rows, agents)).toEqual({ lost: [], unknown: [] });
    await expectConsistentAt(rows, agents.sessions);

    // This is the control: a row that is lost, and one that no answer told, are seen.
    const [first = '', second = ''] = agents.acknowledged.keys();
    const told = new Map([...agents.acknowledged, ['planted', true]]);
    told.delete(second);
    const planted = { ...agents, acknowledged: told };
    expect(await comparedWith(rows, planted)).toEqual({ lost: ['planted'], unknown: [second] });
    expect(first).not.toBe('');
  });

  it('and its WAL cannot grow, PostgreSQL stops; started again with space, all goes on without a restart of the service', async () => {
    const agents = await startInsistent(organization.agent);
    const confirmed = () => [...agents.acknowledged.values()].filter(Boolean).length;
    await eventually(confirmed, (count) => count >= 50, 60_000);
    const next = async () => {
      disk.fill();
      // A new segment needs 16 MB.
      return rows.query('SELECT pg_switch_wal()').then(
        () => 'switched',
        (error: Error) => error.message,
      );
    };
    const broken = await eventually(next, (words) => /terminat|recovery|ECONNREFUSED/.test(words), 60_000);
    expect(broken).toMatch(/terminat|recovery|ECONNREFUSED/);
    expect(await isReady(service, 503)).toBe(503);
    expect(await healthOf(service, '/live')).toBe(200);
    const before = agents.refused.get(REFUSED) ?? 0;
    expect(
      await eventually(
        () => agents.refused.get(REFUSED) ?? 0,
        (count) => count > before + 10,
      ),
    ).toBeGreaterThan(before);

    const pid = database.pid();
    await eventually(() => !isAlive(pid), Boolean, 10_000);
    disk.clear();
    if (!isAlive(pid)) await database.startAgain();
    expect(await isReady(service, 200)).toBe(200);
    const from = confirmed();
    expect(await eventually(confirmed, (count) => count >= from + 50, 60_000)).toBeGreaterThanOrEqual(from + 50);
    await agents.stop();
    expect([...agents.refused.keys()]).toEqual([REFUSED]);
    expect(await comparedWith(rows, agents)).toEqual({ lost: [], unknown: [] });
    await expectConsistentAt(rows, agents.sessions);
  });
});

describe('While the disk of DATA_DIR is full', () => {
  let disk: SmallDisk;
  let settings: Record<string, string>;
  beforeAll(() => {
    disk = newSmallDisk(320);
    settings = { DATABASE_URL: '', DATA_DIR: join(disk.path, 'data'), LOG_LEVEL: 'warn' };
  });
  afterAll(() => disk.unmount());

  it('a first start fails with the reason, and succeeds when there is space', async () => {
    disk.fill();
    await expect(startService(settings)).rejects.toThrow(/No space left on device|ENOSPC/);
    disk.clear();
    const service = await startService(settings);
    await newOrganization(service);
    await service.stop();
  });

  it('the service answers 503, and goes on without a restart when there is space', async () => {
    const service = await startService(settings);
    try {
      const { agent } = await newOrganization(service);
      const session = await newSession(agent);
      const ask = () => agent.post(`/sessions/${session}/actions`, call());
      expect((await ask()).status).toBe(201);
      const refused = await eventually(
        async () => {
          disk.fill();
          return ask();
        },
        ({ status }) => status !== 201,
        60_000,
      );
      expect([refused.status, errorOf(refused), refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
      expect(await isReady(service, 503)).toBe(503);
      disk.clear();
      expect(await isReady(service, 200)).toBe(200);
      expect((await ask()).status).toBe(201);
    } finally {
      await service.stop();
    }
  });
});

describe('While the disk of the log is full', () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = newSmallDisk(1);
  });
  afterAll(() => disk.unmount());

  it('every request is answered, and later lines are written when there is space', async () => {
    const port = await freePort();
    const log = join(disk.path, 'backstop.log');
    const file = openSync(log, 'a');
    const database = await newKillableDatabase();
    const environment = testEnvironment({ DATABASE_URL: database.serviceUrl, PORT: String(port), LOG_LEVEL: 'info' });
    const service = spawn(process.execPath, ['dist/bundle/main.js'], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    const at = { url: `http://127.0.0.1:${port}` };
    try {
      const up = () => healthOf(at, '/ready').catch(() => 0);
      expect(await eventually(up, (status) => status === 200, 30_000)).toBe(200);
      /** Makes the service log a line, which has this id in it. */
      const deletedAccount = async () => {
        const { id, operator } = await newOrganization(at);
        expect((await operator.delete('/me')).status).toBe(200);
        return id;
      };
      const isLogged = (id: string) => eventually(() => readFileSync(log, 'utf8').includes(id));
      expect(await isLogged(await deletedAccount())).toBe(true);
      disk.fill();
      // More than the rest of the last page of the file holds.
      const meanwhile = await Promise.all(Array.from({ length: 20 }, deletedAccount));
      // The service writes its log within a second.
      await sleep(2_000);
      expect(await healthOf(at, '/ready')).toBe(200);
      disk.clear();
      expect(await isLogged(await deletedAccount())).toBe(true);
      // This is the control: the disk was full for the log.
      expect(meanwhile.filter((id) => readFileSync(log, 'utf8').includes(id)).length).toBeLessThan(meanwhile.length);
    } finally {
      const exited = once(service, 'exit');
      service.kill('SIGTERM');
      await exited;
      await database.drop();
    }
  });
});

describe("While the disk of the SDK's outbox is full", () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = newSmallDisk(1);
  });
  afterAll(() => disk.unmount());

  it('calls end as they end, their outcomes wait in memory, and arrive in order with those that are files', async () => {
    const [port, database] = [await freePort(), await newKillableDatabase()];
    const settings = { DATABASE_URL: database.serviceUrl, PORT: String(port) };
    let service = await startService(settings);
    try {
      const { agent, operator } = await newOrganization(service);
      const outbox = join(disk.path, 'outbox');
      mkdirSync(outbox);
      const backstop = new Backstop({ baseUrl: service.url, apiKey: agent.credential ?? '', outbox });
      const session = await backstop.createSession({ agentId: 'crm-bot', intent: 'look after contacts' });
      const crm = governedCrm(session, { onUnavailable: 'allow' });
      await crm.call('update', { id: 1 });
      await service.kill('SIGKILL');
      await crm.call('update', { id: 2 });
      disk.fill();
      await crm.call('update', { id: 3 });
      await crm.call('update', { id: 4 });
      disk.clear();
      await crm.call('update', { id: 5 });
      expect(crm.ran.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
      service = await startService(settings);
      await crm.flush();
      const { actions } = (await new Caller(service, operator.credential).get(`/sessions/${session.id}`)).body.data;
      const told = actions.map(({ payload, status }: { payload: { id: number }; status: string }) => [
        payload.id,
        status,
      ]);
      expect(told).toEqual([1, 2, 3, 4, 5].map((id) => [id, 'SUCCESS']));
    } finally {
      await service.stop();
      await database.drop();
    }
  });
});
