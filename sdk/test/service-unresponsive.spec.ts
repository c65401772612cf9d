import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newOrganization, unique } from '../../test/support/client.js';
import { eventually } from '../../test/support/patience.mjs';
import { Backstop } from '../src/backstop.js';
import { governedCrm } from './support/crm.js';

type Mode = 'passing' | 'silent' | 'slow';

/** A relay in front of the service that hangs, or takes two seconds for each answer but those about its health. */
async function relayed() {
  const { agent, operator } = await newOrganization();
  const target = agent.service.url;
  const state: { mode: Mode; asked: string[] } = { mode: 'passing', asked: [] };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isHealth = request.url === '/health';
    if (!isHealth) state.asked.push(`${request.method} ${request.url?.split('/').at(-1)}`);
    if (state.mode === 'silent') return;
    if (state.mode === 'slow' && !isHealth) await new Promise((resolve) => setTimeout(resolve, 2_000));
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const key = request.headers['idempotency-key'];
    const headers = { authorization, 'content-type': type, ...(typeof key === 'string' && { 'idempotency-key': key }) };
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(`${target}${request.url}`, { method: request.method ?? 'GET', headers, ...body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const told: boolean[] = [];
  const backstop = new Backstop({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: agent.credential ?? '',
    outbox: false,
    onReachable: (isReachable) => told.push(isReachable),
  });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after contacts' });
  const actions = async () => (await operator.get(`/sessions/${session.id}`)).body.data.actions;
  return { state, told, backstop, session, actions };
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const took = async (run: () => Promise<unknown>) => {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
};

describe('a service that is silent', () => {
  it("delays a call under onUnavailable: 'allow' by a second, and later calls not at all, until it answers again", async () => {
    const { state, told, backstop, session, actions } = await relayed();
    const { call, ran } = governedCrm(session, { onUnavailable: 'allow' });
    state.mode = 'silent';
    state.asked.splice(0);
    const first = await took(() => call('update', { id: 0 }));
    expect(first).toBeGreaterThan(900);
    expect(told).toEqual([false]);
    const questions = () => state.asked.filter((one) => one === 'POST actions').length;
    for (let id = 1; id <= 20; id += 1) await call('update', { id });
    // The outbox tries for itself as well.
    expect(questions()).toBeLessThan(20);
    expect(ran).toHaveLength(21);
    state.mode = 'passing';
    await backstop.flush();
    expect(told).toEqual([false, true]);
    await call('update', { id: 21 });
    const found = await actions();
    expect(found.filter(({ violation }: { violation: unknown }) => violation === 'ungated')).toHaveLength(21);
    expect(found.find(({ payload }: { payload: { id: number } }) => payload.id === 21)).toMatchObject({
      violation: null,
    });
  });

  it('blocks calls that requiresApproval names, also while the others are not asked about', async () => {
    const { state, session, actions } = await relayed();
    const { call, ran } = governedCrm(session, { onUnavailable: 'allow', requiresApproval: ['contacts.delete'] });
    state.mode = 'silent';
    await call('update', { id: 1 });
    const held = call('delete', { id: 1 });
    state.mode = 'passing';
    for (const server of servers) server.closeAllConnections();
    held.catch(() => undefined);
    const waits = (all: { status: string }[]) => all.some(({ status }) => status === 'PENDING_APPROVAL');
    expect(waits(await eventually(actions, waits))).toBe(true);
    expect(ran).toEqual([{ id: 1 }]);
  });
});

describe('a service that is slow', () => {
  it('is waited for, and its answer is obeyed', async () => {
    const { state, told, session, actions } = await relayed();
    const { call } = governedCrm(session, { onUnavailable: 'allow' });
    state.mode = 'slow';
    expect(await took(() => call('update', { id: 1 }))).toBeGreaterThan(1_800);
    expect(told).toEqual([]);
    expect(await actions()).toMatchObject([{ status: 'SUCCESS', violation: null }]);
  });
});

describe('a call that has ended', () => {
  it('leaves no timer', async () => {
    const { session } = await relayed();
    const { call } = governedCrm(session, { onUnavailable: 'allow' });
    await call('update', { id: 0 });
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = timers();
    for (let id = 1; id <= 30; id += 1) await call('update', { id });
    // A connection more has timers of its own, on a busy machine.
    expect(timers()).toBeLessThan(before + 10);
  });
});
