import { newOrganization, newSession } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { patience } from '../../support/patience.mjs';
import { peakMemoryOf } from '../../support/process-tree.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const ORGANIZATIONS = 8;
/** As many as one organization may have under way. */
const EACH = 8;
const HEAP_MB = 512;
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
  const perform = (sql: string) =>
    agent.post(`/sessions/${session}/actions?wait=60`, { apiName: 'postgres.query', payload: { sql }, perform: true });
  return { agent, session, perform };
}

it(
  `${ORGANIZATIONS * EACH} performed reads of 27 MB each, of ${ORGANIZATIONS} organizations at once, end truthfully within a heap of ${HEAP_MB} MB`,
  async () => {
    const performers = await Promise.all(Array.from({ length: ORGANIZATIONS }, performer));
    const other = await performer();
    const asked = performers.flatMap(({ perform }) => Array.from({ length: EACH }, () => perform(LARGE)));
    const answers = await Promise.all(asked);
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body.data.performance.state).toBe('done');
      expect(['SUCCESS', 'FAILED']).toContain(body.data.status);
    }
    const outcomes = answers.map(({ body }) => body.data.status);
    process.stderr.write(
      `${outcomes.filter((one) => one === 'SUCCESS').length} of ${outcomes.length} were read, with at most ${peakMemoryOf(service.pid).toFixed(0)} MB\n`,
    );
    expect((await other.perform('SELECT 1 AS one')).body.data).toMatchObject({
      status: 'SUCCESS',
      response: { rows: [{ one: 1 }] },
    });
    expect(peakMemoryOf(service.pid)).toBeLessThan(MOST_MB);
  },
  patience(180_000),
);
