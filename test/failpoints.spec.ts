import { Backstop, wrap } from '@backstop/sdk';
import pg from 'pg';
import { FAILPOINTS, type Failpoint } from '../src/rollback/failpoints.js';
import { Caller, newOrganization, type Organization, unique } from './support/client.js';
import { newCustomerDatabase } from './support/customer-database.js';
import { newOwnDatabase } from './support/own-database.js';
import { type ServiceProcess, startService } from './support/service.mjs';

/** From the restart on. */
const FINISHES_WITHIN_MS = 10_000;

const CUSTOMERS = `
  CREATE TABLE customers (id int PRIMARY KEY, credit int NOT NULL DEFAULT 10);
  INSERT INTO customers SELECT generate_series(1, 4);
  CREATE TABLE writes (at serial, id int, credit int);
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO writes (id, credit) VALUES (NEW.id, NEW.credit); RETURN NULL; END $$;
  CREATE TRIGGER count_writes AFTER UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION count_write();`;

type Customers = Awaited<ReturnType<typeof newCustomerDatabase>>;

/** Three confirmed changes, and a fourth whose agent never came back. */
async function changeCustomers(
  service: ServiceProcess,
  { agent }: Organization,
  customers: Customers,
): Promise<string> {
  const backstop = new Backstop({ baseUrl: service.url, apiKey: agent.credential ?? '' });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
  const pool = wrap(new pg.Pool({ connectionString: customers.url, max: 1 }), session, { connector: 'postgres' });
  for (const id of [1, 2, 3]) await pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [id, id]);
  await pool.end();
  const call = {
    apiName: 'postgres.rows.update',
    payload: { table: 'customers', match: { id: 4 }, values: { credit: 4 } },
  };
  const { body } = await agent.post(`/sessions/${session.id}/actions/precapture`, call);
  const asked = { ...call, operationType: 'UPDATE', status: 'CLEARED', precaptureId: body.data.precaptureId };
  const logged = await agent.post(`/sessions/${session.id}/actions`, asked);
  expect(logged.status).toBe(201);
  await customers.pool.query('UPDATE customers SET credit = 4 WHERE id = 4');
  await customers.pool.query('TRUNCATE writes RESTART IDENTITY');
  return session.id;
}

async function finished(operator: Caller, session: string) {
  const restarted = performance.now();
  for (;;) {
    const { body } = await operator.get(`/sessions/${session}/rollback`);
    if (body.data.state === 'finished') return body.data;
    if (performance.now() - restarted > FINISHES_WITHIN_MS) throw new Error('it did not finish in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Rolls four changes back with a service that dies on the way, starts another, and answers what became of them. */
async function rollBackWithDeathAt(failpoint: Failpoint, turn: number) {
  const [database, customers] = await Promise.all([newOwnDatabase(), newCustomerDatabase()]);
  let alive: ServiceProcess | null = null;
  try {
    await customers.pool.query(CUSTOMERS);
    const mortal = await startService({
      DATABASE_URL: database.serviceUrl,
      BACKSTOP_FAILPOINT: `${failpoint}:${turn}`,
    });
    const organization = await newOrganization(mortal);
    const values = { connectionString: customers.url };
    await organization.operator.put('/settings/credentials/postgres', { values });
    const session = await changeCustomers(mortal, organization, customers);
    const died = await organization.operator.post(`/sessions/${session}/rollback`, {}).catch(() => 'it died');
    alive = await startService({ DATABASE_URL: database.serviceUrl });
    const report = await finished(organization.operator.at(alive), session);
    const { rows: writes } = await customers.pool.query('SELECT id, credit FROM writes ORDER BY at');
    const audited = await database.superuser.query(
      `SELECT count(*)::int AS times FROM audit_entries WHERE action = 'rollback.finished'`,
    );
    return {
      died,
      outcomes: report.results.map(({ outcome }: { outcome: string }) => outcome),
      writes: writes.map(({ id, credit }) => `${id}: ${credit}`),
      finishedEntries: audited.rows[0].times,
    };
  } finally {
    await alive?.stop();
    await customers.drop();
    await database.drop();
  }
}

describe('a service that dies during a rollback', () => {
  // A step of its own for the second time, so that something is done and something is left.
  const turnOf = (failpoint: Failpoint) => (/^(attempt|undo|end)-/.test(failpoint) ? 2 : 1);

  it.concurrent.each(FAILPOINTS)(
    'at %s is followed by one that undoes the rest within ten seconds, last effect first, and nothing twice',
    async (failpoint) => {
      expect(await rollBackWithDeathAt(failpoint, turnOf(failpoint))).toEqual({
        died: 'it died',
        outcomes: Array(4).fill('ROLLED_BACK'),
        writes: ['4: 10', '3: 10', '2: 10', '1: 10'],
        finishedEntries: 1,
      });
    },
    120_000,
  );
});
