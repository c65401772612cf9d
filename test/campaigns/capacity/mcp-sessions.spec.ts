import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { newOrganization, type Organization } from '../../support/client.js';
import { costOver } from '../../support/held-polls.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const SESSIONS = 1_000;
const POOL = 10;
const AT_ONCE = 50;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase();
  service = await startService({ DATABASE_URL: own.serviceUrl, DATABASE_POOL: String(POOL) });
});
afterAll(async () => {
  await service.stop();
  await own.drop();
});

/** A session of MCP that listens for changes of its tools. */
async function listening({ agent }: Organization, changed: () => void): Promise<Client> {
  const client = new Client({ name: 'listener', version: '1.0.0' });
  const headers = { authorization: `Bearer ${agent.credential}` };
  client.setNotificationHandler(ToolListChangedNotificationSchema, changed);
  const url = new URL(`${service.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a thousand open sessions of MCP in one process', () => {
  it('hold no connection to the database, and each is notified of a change of its tools', async () => {
    const organization = await newOrganization(service);
    const idle = await costOver(own.superuser, own.role, 2_000);
    let heard = 0;
    const clients: Client[] = [];
    for (let from = 0; from < SESSIONS; from += AT_ONCE)
      clients.push(
        ...(await Promise.all(Array.from({ length: AT_ONCE }, () => listening(organization, () => heard++)))),
      );
    await pause(2_000);
    const cost = await costOver(own.superuser, own.role, 4_000);
    expect(cost.perSecond - idle.perSecond).toBeLessThan(40);
    expect(cost.busy).toBeLessThan(POOL / 2);
    expect(cost.connections).toBeLessThanOrEqual(2 * POOL);
    const values = { connectionString: 'postgres://user:secret@127.0.0.1:1/none' };
    await organization.operator.put('/settings/credentials/postgres', { values, agentOperations: ['postgres.query'] });
    await eventually(
      () => heard,
      (count) => count === SESSIONS,
    );
    await Promise.all(clients.map((client) => client.close()));
  });
});
