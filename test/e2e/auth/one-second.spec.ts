import http from 'node:http';
import {
  type Answer,
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../../support/client.js';
import { call, errorOf, gated, rows, setPlan } from '../../support/ledger.js';
import type { Service } from '../../support/service.mjs';

/** Each change holds everywhere within a second; a held request, which waits for 25, has then still to be answered. */
const SECOND_MS = 1_000;
const ANSWERED_MS = 9_000;

const both = [serviceA, serviceB];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const codes = (answers: readonly Answer[]) => answers.map((answer) => errorOf(answer) ?? `${answer.status}`);

interface Agents {
  readonly keyId: string;
  /** A key and the token made of it, at either process. */
  readonly callers: readonly Caller[];
}

async function newAgents(operator: Caller): Promise<Agents> {
  const { id, key } = (await operator.post('/api-keys', { name: 'watched', kind: 'live' })).body.data;
  const { token } = (await new Caller(serviceB, null).post('/auth/token', { apiKey: key })).body.data;
  const callers = both.flatMap((service) => [new Caller(service, key), new Caller(service, token)]);
  return { keyId: id, callers };
}

/** Asks all again and again, while the change may still be news; once the second is over every answer is `expected`. */
async function expectAfterASecond(changedAt: number, ask: () => Promise<Answer[]>, expected: string): Promise<void> {
  while (performance.now() < changedAt + SECOND_MS) {
    await ask();
    await pause(50);
  }
  for (let time = 0; time < 3; time++) {
    const seen = codes(await ask());
    expect(seen).toEqual(Array(seen.length).fill(expected));
  }
}

/** Sends half of a body, and the other half when told to, if it is not answered before; gives the status of the answer. */
function beginSlowly(service: Service, { credential }: Caller, path: string, body: string): () => Promise<number> {
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const request = http.request(service.url + path, { method: 'POST', headers, agent: false });
  const answered = new Promise<number>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  answered.catch(() => undefined);
  request.write(body.slice(0, 5));
  return () => {
    if (!request.destroyed) request.end(body.slice(5));
    return answered;
  };
}

describe('within a second, at both processes and with warm caches,', () => {
  let organization: Organization;
  let session: string;
  let agents: Agents;
  beforeEach(async () => {
    organization = await newOrganization();
    session = await newSession(organization.agent, 'watched');
    agents = await newAgents(organization.operator);
  });
  afterAll(() => rows.end());

  const ask = (callers: readonly Caller[], more: object = {}) =>
    Promise.all(callers.map((caller) => caller.post(`/sessions/${session}/actions`, call(more))));
  const poll = (callers: readonly Caller[], approvalId: string) =>
    callers.map(async (caller) => {
      const answer = await caller.get(`/approvals/${approvalId}?wait=25`);
      return { answer, at: performance.now() };
    });
  const warm = async (callers: readonly Caller[]) => {
    for (let time = 0; time < 3; time++) {
      expect(new Set(codes(await ask(callers)))).toEqual(new Set(['201']));
      expect(new Set(codes(await Promise.all(callers.map((caller) => caller.get('/registry')))))).toEqual(
        new Set(['200']),
      );
    }
  };

  it('a revoked key, and what was made of it, waits for no approval any more', async () => {
    const { approvalId } = await gated(organization.agent, session);
    await warm(agents.callers);
    const held = poll(agents.callers, approvalId);
    await pause(600);
    await organization.operator.delete(`/api-keys/${agents.keyId}`);
    const changedAt = performance.now();
    const answers = await Promise.all(held);
    expect(codes(answers.map(({ answer }) => answer))).toEqual(Array(4).fill('unauthenticated'));
    for (const { at } of answers) expect(at - changedAt).toBeLessThan(ANSWERED_MS);
    const again = () => Promise.all(agents.callers.map((caller) => caller.get(`/approvals/${approvalId}?wait=25`)));
    await expectAfterASecond(changedAt, again, 'unauthenticated');
  });

  it('an agent that was paused while it waited is not told to go on', async () => {
    const { approvalId, actionId } = await gated(organization.agent, session);
    await warm(agents.callers);
    const held = poll(agents.callers, approvalId);
    await pause(600);
    const [{ id }] = (await organization.operator.get('/agents')).body.data;
    await organization.operator.put(`/agents/${id}`, { status: 'PAUSED' });
    const decidedAt = performance.now();
    const answers = await Promise.all(held);
    const told = answers.map(({ answer }) => [answer.body.data.status, answer.body.data.reason]);
    expect(told).toEqual(Array(4).fill(['REJECTED', 'agent-paused']));
    for (const { at } of answers) expect(at - decidedAt).toBeLessThan(ANSWERED_MS);
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('agent-paused'));
    const start = () =>
      Promise.all(agents.callers.map((caller) => caller.post('/sessions', { agentId: 'watched', intent: 'go on' })));
    await expectAfterASecond(decidedAt, start, 'agent-paused');
    const capture = (caller: Caller) =>
      caller.post(`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {}, actionId });
    expect(codes(await Promise.all(agents.callers.map(capture)))).toEqual(Array(4).fill('agent-paused'));
  });

  it('a request whose second half has not arrived is refused with its credential', async () => {
    const { operator, agent, id } = organization;
    const wanted = JSON.stringify({ name: 'of a thief', kind: 'live' });
    const slow = beginSlowly(serviceB, operator, '/api-keys', wanted);
    const asAgent = beginSlowly(serviceB, agent, '/sessions', JSON.stringify({ agentId: 'watched', intent: 'go on' }));
    await pause(300);
    const keys = (await operator.get('/api-keys')).body.data;
    const live = keys.find(({ name }: { name: string }) => name === 'live');
    expect((await operator.delete(`/api-keys/${live.id}`)).status).toBe(200);
    await rows.query('UPDATE users SET token_version = token_version + 1 WHERE organization_id = $1', [id]);
    await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [id]);
    await pause(SECOND_MS);
    const made = async () =>
      (await rows.query('SELECT count(*)::int AS n FROM api_keys WHERE organization_id = $1', [id])).rows[0].n;
    const before = await made();
    expect(await Promise.all([slow(), asAgent()])).toEqual([401, 401]);
    expect(await made()).toBe(before);
  });

  it('a plan that went down takes with it what it permitted, and brings it back', async () => {
    const { operator } = organization;
    await operator.post('/policies', { apiNamePattern: 'crm.gated.*', action: 'REQUIRE_APPROVAL' });
    const { approvalId } = await gated(organization.agent, session);
    const operators = both.map((service) => operator.at(service));
    const gate = () => ask(agents.callers, { apiName: 'crm.gated.call' });
    const routes = () =>
      Promise.all(
        operators.flatMap((caller) => [
          caller.get('/policies'),
          caller.get('/approvals'),
          caller.post(`/approvals/${approvalId}/approve`, 'refused before it is read'),
        ]),
      );
    expect(codes(await gate())).toEqual(Array(4).fill('201'));
    expect(codes(await routes())).toEqual(['200', '200', 'validation-failed', '200', '200', 'validation-failed']);

    await setPlan(organization.id, 'FREE');
    const loweredAt = performance.now();
    expect(codes(await gate())).toEqual(Array(4).fill('plan-required'));
    await expectAfterASecond(loweredAt, routes, 'plan-required');
    expect((await organization.agent.get(`/approvals/${approvalId}`)).body.data.status).toBe('PENDING');

    await setPlan(organization.id, 'TEAM');
    const raisedAt = performance.now();
    const lists = () => Promise.all(operators.map((caller) => caller.get('/policies')));
    await expectAfterASecond(raisedAt, lists, '200');
    expect(codes(await gate())).toEqual(Array(4).fill('201'));
  });

  it('a new policy blocks, and a deleted one no longer does, at once', async () => {
    await warm(agents.callers);
    const made = await organization.operator.post('/policies', { apiNamePattern: 'crm.*', action: 'BLOCK' });
    expect(made.status).toBe(201);
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('policy-blocked'));
    await organization.operator.at(serviceB).delete(`/policies/${made.body.data.id}`);
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('201'));
  });

  it('an operator’s tokens from before a password reset are invalid, held requests included; keys stay valid', async () => {
    const { operator, agent, id } = organization;
    const { approvalId, actionId } = await gated(agent, session);
    const operators = both.map((service) => operator.at(service));
    await warm(operators);
    const held = poll(operators, approvalId);
    await pause(600);
    // What a reset changes, in the transaction it changes it in.
    await rows.query(
      `WITH reset AS (UPDATE users SET token_version = token_version + 1 WHERE organization_id = $1)
       UPDATE organizations SET epoch = epoch + 1 WHERE id = $1`,
      [id],
    );
    const changedAt = performance.now();
    const hot = operators.flatMap((caller) => [
      caller.post(`/sessions/${session}/actions`, call()),
      caller.patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS' }),
    ]);
    expect(codes(await Promise.all(hot))).toEqual(Array(4).fill('unauthenticated'));
    const answers = await Promise.all(held);
    expect(codes(answers.map(({ answer }) => answer))).toEqual(Array(2).fill('unauthenticated'));
    for (const { at } of answers) expect(at - changedAt).toBeLessThan(ANSWERED_MS);
    const everywhere = () =>
      Promise.all(
        operators.flatMap((caller) => [
          caller.get('/sessions'),
          caller.get('/agents'),
          caller.get('/registry'),
          caller.get(`/sessions/${session}`),
          caller.post(`/approvals/${approvalId}/approve`),
          caller.post('/api-keys', { name: 'a way back in', kind: 'live' }),
        ]),
      );
    await expectAfterASecond(changedAt, everywhere, 'unauthenticated');
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('201'));
    expect((await agent.get(`/approvals/${approvalId}`)).body.data.status).toBe('PENDING');
    const again = await new Caller(serviceA, null).post('/auth/login', {
      email: organization.email,
      password: 'correct horse battery staple',
    });
    expect((await new Caller(serviceB, again.body.data.token).get('/agents')).status).toBe(200);
  });
});
