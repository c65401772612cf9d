import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { eventually } from '../../support/patience.mjs';

let customers: Awaited<ReturnType<typeof newCustomerDatabase>>;
beforeAll(async () => {
  customers = await newCustomerDatabase();
  await customers.pool.query('CREATE TABLE items (id integer PRIMARY KEY, name text)');
  await customers.pool.query("INSERT INTO items VALUES (1, 'one')");
});
afterAll(() => customers.drop());

const path = '/settings/credentials/postgres';
const store = (organization: Organization, url = customers.url) =>
  organization.operator.put(path, { values: { connectionString: url } });

async function newWorld() {
  const organization = await newOrganization();
  await store(organization);
  const session = await newSession(organization.agent);
  const capture = async () => {
    const call = {
      apiName: 'postgres.rows.update',
      payload: { table: 'items', match: { id: 1 }, values: { name: 'x' } },
    };
    const { status, body } = await organization.agent.post(`/sessions/${session}/actions/precapture`, call);
    return { status, captureFailed: body.data.captureFailed };
  };
  return { organization, capture };
}

/** The server processes of the connections that the service holds to this database, oldest first. */
async function held(): Promise<number[]> {
  const { rows } = await customers.pool.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'backstop'
     ORDER BY backend_start`,
  );
  return rows.map(({ pid }) => pid);
}
const keptAlone = () => eventually(held, (pids) => pids.length === 1);
const none = () => eventually(held, (pids) => pids.length === 0);
const CAPTURED = { status: 200, captureFailed: false };

describe('the connection of a capture', () => {
  afterEach(async () => expect(await none()).toEqual([]));

  it('serves the next capture of the organization', async () => {
    const { capture } = await newWorld();
    const twice = async () => {
      expect(await capture()).toEqual(CAPTURED);
      const before = await held();
      expect(await capture()).toEqual(CAPTURED);
      return { before, after: await held() };
    };
    // On a busy machine the seconds for which a connection is kept may be over before the second capture.
    const isSame = ({ before, after }: { before: number[]; after: number[] }) =>
      before.length === 1 && before[0] === after[0];
    const { before, after } = await eventually(twice, isSame);
    expect(before).toEqual(after);
  });

  it('serves no other organization with the same database', async () => {
    const [one, other] = [await newWorld(), await newWorld()];
    const bothKept = async () => {
      await Promise.all([one.capture(), other.capture()]);
      const pids = await held();
      expect(await other.capture()).toEqual(CAPTURED);
      expect(await one.capture()).toEqual(CAPTURED);
      return pids.length === 2 && (await held()).join() === pids.join();
    };
    expect(await eventually(bothKept)).toBe(true);
  });

  it('is closed when its credential is replaced or removed', async () => {
    const { organization, capture } = await newWorld();
    for (const change of [
      () => store(organization, `${customers.url}?x=y`),
      () => organization.operator.delete(path),
    ]) {
      expect(await capture()).toEqual(CAPTURED);
      const before = await keptAlone();
      expect((await change()).status).toBe(200);
      expect(await eventually(held, (pids) => !pids.some((pid) => before.includes(pid)))).toEqual([]);
      await store(organization);
    }
  });

  it('is replaced by a new one when the server has closed it', async () => {
    const { capture } = await newWorld();
    expect(await capture()).toEqual(CAPTURED);
    const [pid] = await keptAlone();
    await customers.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await capture()).toEqual(CAPTURED);
    expect(await keptAlone()).not.toContain(pid);
  });
});
