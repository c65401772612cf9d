import { Backstop, wrap } from '@backstop/sdk';
import { type Caller, type Organization, unique } from './client.js';
import type { newCustomerDatabase } from './customer-database.js';
import { eventually } from './patience.mjs';
import { newPool } from './pool.js';
import type { ServiceProcess } from './service.mjs';

/** Four of them; each write is counted. */
export const CUSTOMERS = `
  CREATE TABLE customers (id int PRIMARY KEY, credit int NOT NULL DEFAULT 10);
  INSERT INTO customers SELECT generate_series(1, 4);
  CREATE TABLE writes (at serial, id int, credit int);
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO writes (id, credit) VALUES (NEW.id, NEW.credit); RETURN NULL; END $$;
  CREATE TRIGGER count_writes AFTER UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION count_write();`;

type Customers = Awaited<ReturnType<typeof newCustomerDatabase>>;

/** Makes three confirmed changes, and a fourth whose agent never reports an outcome. */
export async function changeCustomers(
  service: ServiceProcess,
  { agent }: Organization,
  customers: Customers,
): Promise<string> {
  const backstop = new Backstop({ baseUrl: service.url, apiKey: agent.credential ?? '' });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
  const pool = wrap(newPool({ connectionString: customers.url, max: 1 }), session, { connector: 'postgres' });
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

/** The word of an operator that the fourth happened, which nothing proves. */
export const FORCE_UNPROVED = { onConflict: 'force' };

/** The report, once it is there. @throws when that takes too long */
export async function finished(operator: Caller, session: string) {
  const read = async () => (await operator.get(`/sessions/${session}/rollback`)).body.data;
  const report = await eventually(read, (data) => data?.state === 'finished');
  if (report?.state !== 'finished') throw new Error('it did not finish in time');
  return report;
}

/** Returns each write since the changes, in order. */
export async function writesTo({ pool }: Customers): Promise<string[]> {
  const { rows } = await pool.query('SELECT id, credit FROM writes ORDER BY at');
  return rows.map(({ id, credit }) => `${id}: ${credit}`);
}
