import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const AGED = new URL('./support/aged.mjs', import.meta.url).href;
const CONNECTIONS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'backstop'`;

interface Installation {
  readonly own: OwnDatabase;
  readonly service: ServiceProcess;
  readonly agent: Caller;
  readonly session: string;
}

async function installed(settings: Record<string, string> = {}): Promise<Installation> {
  const own = await newOwnDatabase();
  const service = await startService({ DATABASE_URL: own.serviceUrl, ...settings });
  const { agent } = await newOrganization(service);
  return { own, service, agent, session: await newSession(agent) };
}

let aged: Installation;
let young: Installation;
beforeAll(async () => {
  [aged, young] = await Promise.all([installed({ NODE_OPTIONS: `--import ${AGED}` }), installed()]);
});
afterAll(async () => {
  for (const { own, service } of [aged, young]) {
    await service.stop();
    await own.drop();
  }
});

const connectionsOf = async ({ own }: Installation): Promise<number[]> =>
  (await own.superuser.query<{ pid: number }>(CONNECTIONS)).rows.map(({ pid }) => pid);

/** Asks for a call, which uses a connection of the statements, and reads it, which uses one of the transactions. */
async function expectAnswers({ agent, session }: Installation): Promise<void> {
  const call = { apiName: 'crm.customer.update', operationType: 'UPDATE', payload: { id: 7 } };
  expect(await agent.post(`/sessions/${session}/actions`, call)).toMatchObject({ status: 201 });
  expect((await agent.get(`/sessions/${session}`)).status).toBe(200);
}

it('a connection to PostgreSQL ends at its age, and requests are answered over a new one', async () => {
  await expectAnswers(young);
  const kept = await connectionsOf(young);
  // A connection of the short age may have ended before it is looked for.
  const old = await eventually(
    async () => {
      await expectAnswers(aged);
      return connectionsOf(aged);
    },
    (pids) => pids.length > 0,
  );
  const remaining = async () => {
    await expectAnswers(aged);
    const now = await connectionsOf(aged);
    return old.filter((pid) => now.includes(pid));
  };
  expect(await eventually(remaining, (pids) => pids.length === 0)).toEqual([]);
  // The control: a process whose connections have not come of age keeps them meanwhile.
  expect(await connectionsOf(young)).toEqual(expect.arrayContaining(kept));
  await Promise.all([aged, young].map(expectAnswers));
});
