import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Backstop } from '../../../sdk/src/index.js';
import { startAgent } from '../../../sdk/test/support/agent-process.js';
import { type Caller, newOrganization, type Organization, serviceA } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { freePort } from '../../support/free-port.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

let outbox: string;
let organization: Organization;
const agents: ReturnType<typeof startAgent>[] = [];
const services: ServiceProcess[] = [];
beforeEach(async () => {
  outbox = mkdtempSync(join(tmpdir(), 'backstop-outbox-'));
  organization = await newOrganization();
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.kill()));
  await Promise.all(services.splice(0).map((service) => service.stop().catch(() => undefined)));
  rmSync(outbox, { recursive: true, force: true });
});

const keyOf = ({ credential }: Caller) => credential ?? '';
function newAgent(more: Record<string, string> = {}, caller = organization.agent) {
  const agent = startAgent({ BASE_URL: serviceA.url, API_KEY: keyOf(caller), OUTBOX: outbox, ...more });
  agents.push(agent);
  return agent;
}
const serviceOn = async (port: number) => {
  const service = await startService({ PORT: String(port) });
  services.push(service);
  return service;
};
const sessionOf = async (id: string) => (await organization.operator.get(`/sessions/${id}`)).body.data;

/** Ids of the actions with an outcome, in the order in which the outcomes arrived. */
async function arrived(session: string): Promise<string[]> {
  const { actions } = await sessionOf(session);
  return actions
    .filter(({ effectSequence }: { effectSequence: number | null }) => effectSequence !== null)
    .sort((a: { effectSequence: number }, b: { effectSequence: number }) => a.effectSequence - b.effectSequence)
    .map(({ id }: { id: string }) => id);
}

const stored = (): string[] =>
  readdirSync(outbox, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));

describe('an agent killed between a call and its confirmation', () => {
  it('leaves a call whose outcome is unknown, which an operator who reads the report forces', async () => {
    const database = await newCustomerDatabase();
    try {
      await database.pool.query('CREATE TABLE customers (id int PRIMARY KEY, credit int)');
      await database.pool.query('INSERT INTO customers VALUES (1, 10), (2, 20)');
      const credentials = { values: { connectionString: database.url } };
      await organization.operator.put('/settings/credentials/postgres', credentials);
      const agent = newAgent({ HOLD: '2', DATABASE: database.url });
      const session = await agent.tell('open');
      expect(await agent.tell('update 1')).toBe('updated');
      expect(await agent.tell('update 2')).toBe('confirming');
      await agent.kill();
      const credits = async () => (await database.pool.query('SELECT credit FROM customers ORDER BY id')).rows;
      expect(await credits()).toEqual([{ credit: 99 }, { credit: 99 }]);
      expect(await sessionOf(session)).toMatchObject({
        counters: { success: 1, cleared: 1 },
        actions: [{ status: 'SUCCESS' }, { status: 'CLEARED', response: null, effectSequence: null }],
      });
      const rollBack = async (order?: object) =>
        (await organization.operator.post(`/sessions/${session}/rollback`, order)).body.data;
      const { results } = await rollBack();
      expect(results).toMatchObject([{ outcome: 'UNKNOWN', isUnproved: true }, { outcome: 'ROLLED_BACK' }]);
      expect(await credits()).toEqual([{ credit: 10 }, { credit: 99 }]);
      const [{ actionId }] = results;
      expect(await rollBack({ force: [actionId] })).toMatchObject({ displayStatus: 'REVERTED' });
      expect(await credits()).toEqual([{ credit: 10 }, { credit: 20 }]);
      expect(stored()).toEqual([]);
    } finally {
      await Promise.all(agents.map((agent) => agent.kill()));
      await database.drop();
    }
  });

  it('leaves it to a person when no connector can read its outcome', async () => {
    const agent = newAgent({ HOLD: '2' });
    const session = await agent.tell('open');
    const [killed = '', told = ''] = (await agent.tell('clear 2')).split(' ');
    expect(await agent.tell('confirm 1')).toBe(told);
    expect(await agent.tell('confirm 1')).toBe('confirming');
    await agent.kill();
    expect((await sessionOf(session)).actions).toMatchObject([{ status: 'CLEARED' }, { status: 'SUCCESS' }]);
    const rolledBack = await organization.operator.post(`/sessions/${session}/rollback`);
    expect(rolledBack.body.data.results).toMatchObject([
      { actionId: killed, outcome: 'UNKNOWN' },
      { actionId: told, outcome: 'IRREVERSIBLE' },
    ]);
    expect((await sessionOf(session)).actions).toMatchObject([{ status: 'UNKNOWN' }, { status: 'SUCCESS' }]);
    expect((await organization.operator.get(`/sessions/${session}/dirty`)).body.data).toMatchObject({
      dirty: true,
      reasons: [{ reason: 'not-undone' }, { reason: 'unknown-outcome', actionIds: [killed] }],
    });
  });
});

describe('outcomes that could not be delivered', () => {
  it('arrive in order when the killed agent is started again', async () => {
    const port = await freePort();
    const first = await serviceOn(port);
    const agent = newAgent({ BASE_URL: first.url });
    const session = await agent.tell('open');
    await agent.tell('clear 5');
    await first.kill('SIGKILL');
    const confirmed = (await agent.tell('confirm 5')).split(' ');
    await agent.kill();
    expect(stored()).toHaveLength(5);
    const key = keyOf(organization.agent);
    for (const text of stored()) expect(text).not.toContain(key.slice(-72));
    await serviceOn(port);
    expect(await arrived(session)).toEqual([]);
    const restarted = newAgent({ BASE_URL: first.url });
    expect(await restarted.tell('flush')).toBe('flushed');
    expect(await arrived(session)).toEqual(confirmed);
    expect(stored()).toEqual([]);
  });

  it('are delivered before later ones of the same session', async () => {
    const cut = newAgent({ REFUSE_CONFIRMATIONS: '1' });
    const session = await cut.tell('open');
    await cut.tell('clear 3');
    const before = (await cut.tell('confirm 3')).split(' ');
    await cut.kill();
    const next = newAgent();
    await next.tell(`open ${session}`);
    await next.tell('clear 2');
    const after = (await next.tell('confirm 2')).split(' ');
    await next.tell('flush');
    expect(await arrived(session)).toEqual([...before, ...after]);
  });

  it('of several processes on one directory are neither lost nor overtaken', async () => {
    const cut = [newAgent({ REFUSE_CONFIRMATIONS: '1' }), newAgent({ REFUSE_CONFIRMATIONS: '1' })] as const;
    const session = await cut[0].tell('open');
    await cut[1].tell(`open ${session}`);
    await Promise.all(cut.map((agent) => agent.tell('clear 10')));
    const confirmed = await Promise.all(cut.map((agent) => agent.tell('confirm 10')));
    await Promise.all(cut.map((agent) => agent.kill()));
    expect(stored()).toHaveLength(20);
    const next = [newAgent(), newAgent(), newAgent()];
    expect(await Promise.all(next.map((agent) => agent.tell('flush')))).toEqual(['flushed', 'flushed', 'flushed']);
    const all = await arrived(session);
    expect(all).toHaveLength(20);
    for (const ids of confirmed) expect(all.filter((id) => ids.includes(id))).toEqual(ids.split(' '));
    expect(stored()).toEqual([]);
  });

  it('wait for their own key', async () => {
    const cut = newAgent({ REFUSE_CONFIRMATIONS: '1' });
    const session = await cut.tell('open');
    const actionId = await cut.tell('clear 1');
    await cut.tell('confirm 1');
    await cut.kill();
    const stranger = await newOrganization();
    expect(await newAgent({}, stranger.agent).tell('flush')).toBe('flushed');
    expect(stored()).toHaveLength(1);
    await newAgent().tell('flush');
    expect(await arrived(session)).toEqual([actionId]);
  });

  it('that the service refuses for good are reported, set aside, and not tried again', async () => {
    const cut = newAgent({ REFUSE_CONFIRMATIONS: '1' });
    const session = await cut.tell('open');
    const actionId = await cut.tell('clear 1');
    await cut.tell('confirm 1');
    await cut.kill();
    expect((await organization.operator.delete(`/sessions/${session}/purge`)).status).toBe(200);
    const told: unknown[] = [];
    const requests: string[] = [];
    const backstop = new Backstop({
      baseUrl: serviceA.url,
      apiKey: keyOf(organization.agent),
      outbox,
      onUndelivered: (one) => told.push(one),
      fetch: (input, init) => {
        requests.push(`${init?.method} ${new URL(String(input)).pathname}`);
        return fetch(input, init);
      },
    });
    await backstop.flush();
    await backstop.flush();
    expect(told).toEqual([
      { sessionId: session, actionId, code: 'not-found', message: expect.stringMatching(/^not-found: /) },
    ]);
    expect(requests).toEqual([`PATCH /sessions/${session}/actions/${actionId}`]);
    expect(stored()).toEqual([expect.stringContaining(actionId), expect.stringMatching(/^not-found: /)]);
  });
});
