import { randomUUID } from 'node:crypto';
import {
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { call, gated } from '../../support/ledger.js';
import { type Stalled, stall, stallAll } from './support/stalled-bodies.js';

const CONNECTIONS = 40;
const KEYS = 10;
/** A machine that stands still for seconds ends the stalled bodies first; the order is then looked at again. */
const ROUNDS = 5;
const PROCESSES = [serviceA, serviceB];

const open: Stalled[] = [];
afterEach(() => {
  for (const stalled of open.splice(0)) stalled.hangUp();
});

async function newKey({ operator }: Organization, agentId?: string) {
  const { body } = await operator.post('/api-keys', { name: unique('key'), kind: 'live', ...(agentId && { agentId }) });
  return { id: body.data.id as string, caller: new Caller(serviceA, body.data.key) };
}

/** Stalls connections of each caller at both processes. */
async function stallEverywhere(callers: readonly Caller[], path: string): Promise<Stalled[]> {
  const everywhere = PROCESSES.flatMap((service) => callers.map((caller) => caller.at(service)));
  const stalled = await stallAll(everywhere, path, CONNECTIONS);
  open.push(...stalled);
  return stalled;
}

/** Runs a round until its order of events is the one that is expected. @returns the order of the last round */
async function orderOf(wanted: string, round: () => Promise<string>): Promise<string> {
  let seen = '';
  for (let tries = 0; tries < ROUNDS && seen !== wanted; tries++) seen = await round();
  return seen;
}

describe('While ten agents keep forty stalled bodies each at two processes', () => {
  it('their operators stop them, and calls of another key and requests without a body are answered; calls of a key that stalls wait', async () => {
    const organization = await newOrganization();
    const { operator } = organization;
    const keys = await Promise.all(Array.from({ length: KEYS }, () => newKey(organization)));
    const [key] = keys;
    if (!key) throw new Error('no key');
    const agentId = unique('runaway');
    const session = await newSession(key.caller, agentId);
    const [other, undone] = await Promise.all([newSession(organization.agent), newSession(organization.agent)]);
    const ran = { ...call(), status: 'SUCCESS', response: {} };
    expect((await organization.agent.post(`/sessions/${undone}/actions`, ran)).status).toBe(201);
    const [{ approvalId }, spare] = await Promise.all([gated(organization.agent, other), newKey(organization)]);
    const { data: agents } = (await operator.get('/agents')).body;
    const agent = agents.find(({ slug }: { slug: string }) => slug === agentId);
    await stallEverywhere(
      keys.map(({ caller }) => caller),
      `/sessions/${session}/actions`,
    );
    // Both processes have taken in what was sent before.
    for (const process of PROCESSES) await new Caller(process, null).get('/health');
    const events: string[] = [];
    const note = async (name: string, answer: Promise<{ status: number }>) => {
      const { status } = await answer;
      events.push(`${name} ${status}`);
    };
    const callOf = (caller: Caller, name: string) =>
      PROCESSES.map((process) => note(name, caller.at(process).post(`/sessions/${other}/actions`, call())));
    // The control: a key that has its share of the lane waits until its own bodies have ended.
    const waiting = callOf(key.caller, 'call of the key');
    const at = operator.at(serviceB);
    await Promise.all([
      ...callOf(organization.agent, 'call of another key'),
      ...PROCESSES.map((process) => note('read', key.caller.at(process).get(`/sessions/${session}`))),
      note('list', at.get('/approvals')),
      note('reject', at.post(`/approvals/${approvalId}/reject`, { reason: 'stop' })),
      note('revoke', operator.delete(`/api-keys/${spare.id}`)),
      note('rollback', at.post(`/sessions/${undone}/rollback`, {})),
      note('pause', operator.put(`/agents/${agent.id}`, { status: 'PAUSED' })),
    ]);
    const others = ['list', 'pause', 'read', 'read', 'reject', 'revoke', 'rollback'].map((name) => `${name} 200`);
    expect(events.splice(0).sort()).toEqual(['call of another key 201', 'call of another key 201', ...others].sort());
    for (const stalled of open.splice(0)) stalled.hangUp();
    await Promise.all(waiting);
    expect(events).toEqual(['call of the key 201', 'call of the key 201']);
  });
});

describe('A stalled body', () => {
  it.each([
    ['of an announced length', 'length', null],
    ['in chunks', 'chunks', null],
    ['for a session that does not exist', 'length', randomUUID()],
  ] as const)('%s is 408 request-timeout in the envelope, on a connection that ends', async (_, framing, unknown) => {
    const { agent } = await newOrganization();
    const session = unknown ?? (await newSession(agent));
    const stalled = await stall(agent, `/sessions/${session}/actions`, framing);
    open.push(stalled);
    const closed = await stalled.closed;
    expect([closed.status, closed.body.data]).toEqual([408, null]);
    expect(closed.body.error).toMatchObject({ type: expect.stringMatching(/\/request-timeout$/), status: 408 });
    expect(closed.head).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('ends with its key when that is revoked, also while it waits for its turn', async () => {
    const organization = await newOrganization();
    const { id, caller } = await newKey(organization);
    const stalled = await stallAll([caller], `/sessions/${await newSession(caller)}/actions`, CONNECTIONS);
    open.push(...stalled);
    await organization.operator.at(serviceB).delete(`/api-keys/${id}`);
    const closed = await Promise.all(stalled.map((one) => one.closed));
    const statuses = closed.map(({ status }) => status);
    // Requests that the service began to read may time out before it checks them again; those that waited are refused
    // as revoked.
    expect(statuses.filter((status) => status !== 401 && status !== 408)).toEqual([]);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(CONNECTIONS / 2);
  });

  it.each([
    ['a key that is bound to the agent', true],
    ['a session of the agent', false],
  ])('of %s ends when the agent is paused, before one of another agent that began with it', async (_, isBound) => {
    const organization = await newOrganization();
    const { operator } = organization;
    const round = async () => {
      const slugs = [unique('paused'), unique('working')] as const;
      const [paused, working] = await Promise.all(
        slugs.map(async (slug) => {
          const { caller } = await newKey(organization, isBound ? slug : undefined);
          const session = await newSession(caller, slug);
          return { caller, path: isBound ? '/sessions' : `/sessions/${session}/actions` };
        }),
      );
      if (!paused || !working) throw new Error('no agents');
      const { data: agents } = (await operator.get('/agents')).body;
      const agent = agents.find(({ slug }: { slug: string }) => slug === slugs[0]);
      const ended: string[] = [];
      const [late] = await stallAll([working.caller], working.path, 1);
      const [stopped] = await stallAll([paused.caller], paused.path, 1);
      await operator.put(`/agents/${agent.id}`, { status: 'PAUSED' });
      await Promise.all([
        late?.closed.then(() => ended.push('working')),
        stopped?.closed.then(() => ended.push('paused')),
      ]);
      return ended.join(', ');
    };
    expect(await orderOf('paused, working', round)).toBe('paused, working');
  });
});
