import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newOrganization, newSession } from '../../support/client.js';
import { CUSTOMERS, changeCustomers, FORCE_UNPROVED, finished, writesTo } from '../../support/counted-customers.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { newKillableDatabase } from '../../support/killable-database.js';
import { eventually } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

const until = async (holds: () => Promise<boolean>) => expect(await eventually(holds)).toBe(true);

/** The moment of the kill: a lock keeps the rollback from finishing, and a row shows that it has come that far. */
interface Moment {
  readonly lock: string;
  readonly reached: string;
}

/** Kills the service's PostgreSQL, and nothing else, while four changes are rolled back; starts it again. */
async function rollBackWithoutDatabase({ lock, reached }: Moment) {
  const [database, customers] = await Promise.all([newKillableDatabase(), newCustomerDatabase()]);
  const service = await startService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'fatal' });
  try {
    await customers.pool.query(CUSTOMERS);
    const organization = await newOrganization(service);
    const { operator } = organization;
    await operator.put('/settings/credentials/postgres', { values: { connectionString: customers.url } });
    const session = await changeCustomers(service, organization, customers);
    const blocker = await customers.pool.connect();
    await blocker.query(`BEGIN; ${lock}`);
    const answer = operator.post(`/sessions/${session}/rollback`, FORCE_UNPROVED);
    try {
      await until(async () => (await customers.pool.query(reached)).rowCount === 1);
      await database.kill();
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    const meanwhile = [];
    for (const path of [`/sessions/${session}`, `/sessions/${session}/rollback`, '/health'])
      meanwhile.push((await operator.get(path)).status);
    meanwhile.push((await answer).status);
    await database.startAgain();
    const report = await finished(operator, session);
    return {
      meanwhile,
      outcomes: report.results.map(({ outcome }: { outcome: string }) => outcome),
      writes: await writesTo(customers),
      after: (await operator.get('/health')).status,
    };
  } finally {
    await service.stop();
    await customers.drop();
    await database.drop();
  }
}

const HELD = {
  meanwhile: [503, 503, 503, 503],
  outcomes: Array(4).fill('ROLLED_BACK'),
  writes: ['4: 10', '3: 10', '2: 10', '1: 10'],
  after: 200,
};

describe('a service whose PostgreSQL is killed during a rollback returns 503, stays alive, and undoes the rest', () => {
  it('when an undo reaches the provider while nothing can be recorded, and nothing twice', async () => {
    const inTheMiddle = {
      lock: 'LOCK TABLE customers IN SHARE MODE',
      reached: `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    };
    expect(await rollBackWithoutDatabase(inTheMiddle)).toEqual(HELD);
  });

  it('right after an undo reached the provider, and nothing twice', async () => {
    const afterTheSecond = {
      lock: 'SELECT 1 FROM customers WHERE id = 2 FOR UPDATE',
      reached: 'SELECT 1 FROM writes WHERE id = 3',
    };
    expect(await rollBackWithoutDatabase(afterTheSecond)).toEqual(HELD);
  });
});

describe('A service with an embedded PostgreSQL', () => {
  it('ends when its PostgreSQL is gone, so that it is started again; the next start has all that was acknowledged', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'backstop-embedded-'));
    const settings = { DATABASE_URL: '', DATA_DIR: dataDir };
    const service = await startService(settings);
    const { agent } = await newOrganization(service);
    const session = await newSession(agent);
    const [postmaster] = readFileSync(join(dataDir, 'postgres/cluster/data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    expect(await service.ended).toEqual([1, null]);
    expect(service.output.join('\n')).toContain('The embedded PostgreSQL in ');
    const next = await startService(settings);
    expect((await agent.at(next).get(`/sessions/${session}`)).status).toBe(200);
    await next.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
