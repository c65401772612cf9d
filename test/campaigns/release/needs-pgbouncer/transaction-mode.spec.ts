import pg from 'pg';
import { migrate } from '../../../../src/platform/database/migrations.js';
import { newOrganization, newSession, type Organization } from '../../../support/client.js';
import { hold } from '../../../support/held-polls.js';
import { expectAllOf, newInstallation } from '../../../support/installation.js';
import { type KillableDatabase, newKillableDatabase } from '../../../support/killable-database.js';
import { call, errorOf, expectConsistentAt, gated, tally } from '../../../support/ledger.js';
import { eventually } from '../../../support/patience.mjs';
import { type PgBouncer, startPgBouncer } from '../../../support/pgbouncer.mjs';
import { newPool } from '../../../support/pool.js';
import { type ServiceProcess, startService } from '../../../support/service.mjs';
import { arrived, LONGEST_S, whileHeld } from '../../../support/while-held.js';

const SERVER_CONNECTIONS = 4;
const QUOTA = 60;
/** A request that is not woken is answered after ten seconds. */

let database: KillableDatabase;
let superuser: pg.Pool;
let pooler: PgBouncer;
let services: [ServiceProcess, ServiceProcess];
beforeAll(async () => {
  database = await newKillableDatabase();
  superuser = newPool({ connectionString: inDatabase(database.superuserUrl, 'backstop'), max: 4 });
  const size = { default_pool_size: String(SERVER_CONNECTIONS) };
  pooler = await startPgBouncer([database.serviceUrl, database.ownerUrl], size);
  const env = {
    DATABASE_URL: pooler.through(database.serviceUrl),
    DATABASE_PREPARED_STATEMENTS: 'off',
    LISTEN_DATABASE_URL: database.serviceUrl,
    QUOTA_TEAM: String(QUOTA),
  };
  services = await Promise.all([startService(env), startService(env)]);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await pooler.stop();
  await superuser.end();
  await database.drop();
});

const inDatabase = (url: string, name: string) => url.replace(/\/[^/]*$/, `/${name}`);
const at = (index: number): ServiceProcess => services[index % 2 === 0 ? 0 : 1];

/** A request that waits for a connection for five seconds is 503: on a slow machine ninety at once would be too many. */
async function inWaves<T>(turns: readonly number[], run: (turn: number) => Promise<T>, size = 15): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < turns.length; from += size)
    results.push(...(await Promise.all(turns.slice(from, from + size).map(run))));
  return results;
}

/** Server connections of the services that come through the pooler. */
async function serverConnections(): Promise<number> {
  const { rows } = await superuser.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1 AND application_name <> 'backstop listen'`,
    [new URL(database.serviceUrl).username],
  );
  return rows[0].n;
}

async function allowLookUps(allowed: boolean): Promise<void> {
  const [verb, to] = allowed ? ['GRANT', 'TO'] : ['REVOKE', 'FROM'];
  const { username } = new URL(database.serviceUrl);
  await superuser.query(`${verb} EXECUTE ON FUNCTION decided_approvals(uuid[]) ${to} ${username}`);
}

describe('two processes behind PgBouncer in transaction mode, with DATABASE_PREPARED_STATEMENTS=off,', () => {
  it('capture, record, confirm, block, encrypt, audit and roll back', async () => {
    const installation = await newInstallation(services[0]);
    try {
      await expectAllOf(installation, services[1]);
    } finally {
      await installation.customers.drop();
    }
  });

  it('wake a held request by the notification of a decision that the other process takes', async () => {
    const { agent, operator } = await newOrganization(services[1]);
    const session = await newSession(agent);
    const { actionId, approvalId } = await gated(agent, session);
    await eventually(
      async () => (await superuser.query(`SELECT FROM pg_stat_activity WHERE query = 'LISTEN approval_decided'`)).rows,
      ({ length }) => length === 2,
    );
    await allowLookUps(false);
    try {
      const earlier = await whileHeld(services[0]);
      const [poll] = hold(services[0], [{ key: agent.credential ?? '', approvalId }], LONGEST_S);
      await arrived([agent.at(services[0])]);
      expect((await operator.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
      expect(await poll?.answer).toMatchObject({ status: 200, approval: 'APPROVED' });
      expect(earlier.isHeld()).toBe(true);
      earlier.end();
    } finally {
      await allowLookUps(true);
    }
    const confirmed = await agent
      .at(services[0])
      .patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS' });
    expect(confirmed.status).toBe(200);
    await expectConsistentAt(superuser, [session]);
  });

  it('share four server connections among five organizations: numbers have no gap, each quota is exact, and no answer holds a row of another organization', async () => {
    const organizations = await Promise.all(Array.from({ length: 5 }, (_, index) => newOrganization(at(index))));
    const sessions = await Promise.all(organizations.map(({ agent }) => newSession(agent)));
    const of = (index: number) => ({
      organization: organizations[index] as Organization,
      session: sessions[index] as string,
    });
    const seen: { index: number; text: string }[] = [];
    const ask = (index: number, turn: number) => {
      const { organization, session } = of(index);
      const kinds = [{}, { status: 'SUCCESS' }, { status: 'PENDING_APPROVAL' }];
      const body = call({ ...kinds[turn % 3], payload: { owner: organization.id } });
      return organization.agent.at(at(turn)).post(`/sessions/${session}/actions`, body);
    };
    const look = async (index: number, turn: number) => {
      const { organization, session } = of(index);
      const paths = ['/sessions', `/sessions/${session}`, '/approvals', '/audit-logs?limit=200', '/metrics'];
      const path = paths[turn % paths.length] ?? '';
      const answer = await organization.operator.at(at(turn)).get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      seen.push({ index, text: JSON.stringify(answer.body) });
      const stranger = await organization.operator.at(at(turn)).get(`/sessions/${sessions[(index + 1) % 5]}`);
      expect(stranger.status).toBe(404);
    };
    const each = [0, 1, 2, 3, 4];
    const turns = Array.from({ length: QUOTA * 1.5 }, (_, turn) => turn);
    const [answers] = await Promise.all([
      Promise.all(each.map((index) => inWaves(turns, (turn) => ask(index, turn)))),
      Promise.all(each.map((index) => inWaves(turns.slice(0, 20), (turn) => look(index, turn), 1))),
    ]);
    for (const index of each) {
      const { organization, session } = of(index);
      expect(tally(answers[index] ?? [])).toEqual({ 201: QUOTA, 429: QUOTA / 2 });
      expect(new Set((answers[index] ?? []).map(errorOf))).toEqual(new Set([null, 'quota-exceeded']));
      const { data } = (await organization.operator.at(at(index + 1)).get(`/sessions/${session}`)).body;
      expect(
        data.actions.map(({ sequence }: { sequence: number }) => sequence).sort((a: number, b: number) => a - b),
      ).toEqual(Array.from({ length: QUOTA }, (_, n) => n + 1));
    }
    expect(seen).toHaveLength(100);
    const foreign = seen.filter(({ index, text }) =>
      organizations.some(
        ({ id }, other) => other !== index && (text.includes(id) || text.includes(sessions[other] ?? '')),
      ),
    );
    expect(foreign).toEqual([]);
    await expectConsistentAt(superuser, sessions);
    expect(await serverConnections()).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  });

  it('leave no organization behind in a session of PostgreSQL', async () => {
    const client = newPool({ connectionString: pooler.through(database.serviceUrl), max: SERVER_CONNECTIONS });
    try {
      const look = () =>
        client.query(
          "SELECT nullif(current_setting('app.organizations', true), '') AS left, count(a.id)::int AS rows FROM actions a",
        );
      const answers = await Promise.all(Array.from({ length: 40 }, look));
      expect(answers.map(({ rows }) => rows)).toEqual(Array(40).fill([{ left: null, rows: 0 }]));
    } finally {
      await client.end();
    }
  });
});

describe('PgBouncer in transaction mode', () => {
  it('with one server connection is enough for the service, which waits for no second one while it holds the first', async () => {
    const narrow = await startPgBouncer([database.serviceUrl], { default_pool_size: '1', query_wait_timeout: '20' });
    const env = { DATABASE_URL: narrow.through(database.serviceUrl), DATABASE_PREPARED_STATEMENTS: 'off' };
    const service = await startService(env);
    const installation = await newInstallation(service);
    try {
      await expectAllOf(installation, service);
    } finally {
      await installation.customers.drop();
      await service.stop();
      await narrow.stop();
    }
  });

  it('lets `npm run migrate` through', async () => {
    await superuser.query('CREATE DATABASE another OWNER backstop_owner');
    const [ownerUrl, serviceUrl] = [database.ownerUrl, database.serviceUrl].map((url) =>
      pooler.through(inDatabase(url, 'another')),
    );
    expect((await migrate(ownerUrl ?? '', serviceUrl ?? '')).length).toBeGreaterThan(100);
    expect(await migrate(ownerUrl ?? '', serviceUrl ?? '')).toEqual([]);
  });

  it('makes the service refuse to start unless DATABASE_PREPARED_STATEMENTS=off', async () => {
    const idle = await startPgBouncer([database.serviceUrl]);
    try {
      const started = startService({ DATABASE_URL: idle.through(database.serviceUrl) });
      await expect(started).rejects.toThrow(
        'DATABASE_URL leads through a pooler that does not keep prepared statements. Set DATABASE_PREPARED_STATEMENTS=off, then start again.',
      );
    } finally {
      await idle.stop();
    }
  });

  it('makes the service refuse to start when LISTEN_DATABASE_URL leads through it', async () => {
    const started = startService({
      DATABASE_URL: database.serviceUrl,
      LISTEN_DATABASE_URL: pooler.through(database.serviceUrl),
    });
    await expect(started).rejects.toThrow(
      'LISTEN_DATABASE_URL leads through a pooler that does not pass notifications on.',
    );
  });
});

describe('PgBouncer in session mode', () => {
  it('carries prepared statements and notifications, so the service starts and works with both', async () => {
    const own = await startPgBouncer([database.serviceUrl], { pool_mode: 'session', default_pool_size: '30' });
    const url = own.through(database.serviceUrl);
    const service = await startService({ DATABASE_URL: url, LISTEN_DATABASE_URL: url });
    try {
      const { agent } = await newOrganization(service);
      const session = await newSession(agent);
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => agent.post(`/sessions/${session}/actions`, call())),
      );
      expect(tally(answers)).toEqual({ 201: 40 });
    } finally {
      await service.stop();
      await own.stop();
    }
  });
});
