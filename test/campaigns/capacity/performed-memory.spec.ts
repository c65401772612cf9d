import { newOrganization, newSession } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually, patience } from '../../support/patience.mjs';
import { peakMemoryOf } from '../../support/process-tree.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const ORGANIZATIONS = 8;
/** One organization may have that many under way. */
const EACH = 8;
const HEAP_MB = 512;
const DONE_WITHIN_MS = patience(120_000);
/** The heap, the buffers of the connections, and the program itself. */
const MOST_MB = 900;
/** Nine rows of 3 MB: less than one connection may receive. All of them together are 1.7 GB. */
const LARGE = "SELECT repeat('x', 3000000) AS x FROM generate_series(1, 9)";

let database: OwnDatabase;
let service: ServiceProcess;
let customers: Awaited<ReturnType<typeof newCustomerDatabase>>;
beforeAll(async () => {
  [database, customers] = await Promise.all([newOwnDatabase(), newCustomerDatabase()]);
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
  service = await startService({ DATABASE_URL: database.serviceUrl, NODE_OPTIONS });
});
afterAll(async () => {
  await service?.stop();
  await customers?.drop();
  await database?.drop();
});

async function performer() {
  const { operator, agent } = await newOrganization(service);
  const offer = { values: { connectionString: customers.url }, agentOperations: ['postgres.query'] };
  expect((await operator.put('/settings/credentials/postgres', offer)).status).toBe(200);
  const session = await newSession(agent);
  return async (sql: string) => {
    const path = `/sessions/${session}/actions`;
    const call = { apiName: 'postgres.query', payload: { sql }, perform: true };
    const { status, body } = await agent.post(`${path}?wait=0`, call);
    expect(status).toBe(201);
    const read = async () => (await agent.get(`${path}/${body.data.id}`)).body.data;
    return eventually(read, ({ performance }) => performance.state === 'done', DONE_WITHIN_MS);
  };
}

it(
  `${ORGANIZATIONS * EACH} performed reads of 27 MB each, of ${ORGANIZATIONS} organizations at once, end truthfully within a heap of ${HEAP_MB} MB`,
  async () => {
    const performers = await Promise.all(Array.from({ length: ORGANIZATIONS }, performer));
    const other = await performer();
    const asked = performers.flatMap((perform) => Array.from({ length: EACH }, () => perform(LARGE)));
    const outcomes = (await Promise.all(asked)).map(({ status }) => status);
    for (const outcome of outcomes) expect(['SUCCESS', 'FAILED']).toContain(outcome);
    process.stderr.write(
      `${outcomes.filter((one) => one === 'SUCCESS').length} of ${outcomes.length} were read, with at most ${peakMemoryOf(service.pid).toFixed(0)} MB\n`,
    );
    expect(await other('SELECT 1 AS one')).toMatchObject({
      status: 'SUCCESS',
      response: { rows: [{ one: 1 }] },
    });
    expect(peakMemoryOf(service.pid)).toBeLessThan(MOST_MB);
  },
  patience(180_000),
);
