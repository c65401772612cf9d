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
import { eventually } from '../../support/patience.mjs';
import type { Service } from '../../support/service.mjs';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

const both = [serviceA, serviceB];
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

/**
 * Asks all again and again until the change has reached every process, and then some times more: every answer is
 * `expected` and stays so. `campaigns/timings` measures that it takes a second at most.
 */
async function expectEverywhere(ask: () => Promise<Answer[]>, expected: string): Promise<void> {
  const seen = async () => codes(await ask());
  await eventually(seen, (all) => all.every((code) => code === expected), 2_000);
  for (let time = 0; time < 3; time++) expect([...new Set(await seen())]).toEqual([expected]);
}

/**
 * Sends half of a body. The returned function sends the other half unless the answer is there, and returns the status.
 */
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

describe('at both processes and with warm caches,', () => {
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
  /**
   * Returns the answers of callers that wait for the approval while something changes; all come long before their time
   * is over.
   */
  const heldOver = async (callers: readonly Caller[], approvalId: string, change: () => Promise<unknown>) => {
    const meanwhile = await whileHeld();
    const held = callers.map((caller) => caller.get(`/approvals/${approvalId}?wait=${LONGEST_S}`));
    await arrived(callers);
    await change();
    const answers = await Promise.all(held);
    expect(meanwhile.isHeld()).toBe(true);
    meanwhile.end();
    return answers;
  };
  const warm = async (callers: readonly Caller[]) => {
    for (let time = 0; time < 3; time++) {
      expect(new Set(codes(await ask(callers)))).toEqual(new Set(['201']));
      expect(new Set(codes(await Promise.all(callers.map((caller) => caller.get('/registry')))))).toEqual(
        new Set(['200']),
      );
    }
  };

  it('a revoked key, and a token made from it, no longer waits for an approval', async () => {
    const { approvalId } = await gated(organization.agent, session);
    await warm(agents.callers);
    const revoke = () => organization.operator.delete(`/api-keys/${agents.keyId}`);
    const answers = await heldOver(agents.callers, approvalId, revoke);
    expect(codes(answers)).toEqual(Array(4).fill('unauthenticated'));
    const again = () => Promise.all(agents.callers.map((caller) => caller.get(`/approvals/${approvalId}?wait=25`)));
    await expectEverywhere(again, 'unauthenticated');
  });

  it('an agent that was paused while it waited does not get its permission', async () => {
    const { approvalId, actionId } = await gated(organization.agent, session);
    await warm(agents.callers);
    const [{ id }] = (await organization.operator.get('/agents')).body.data;
    const pause = () => organization.operator.put(`/agents/${id}`, { status: 'PAUSED' });
    const answers = await heldOver(agents.callers, approvalId, pause);
    const told = answers.map(({ body }) => [body.data.status, body.data.reason]);
    expect(told).toEqual(Array(4).fill(['REJECTED', 'agent-paused']));
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('agent-paused'));
    const start = () =>
      Promise.all(agents.callers.map((caller) => caller.post('/sessions', { agentId: 'watched', intent: 'go on' })));
    await expectEverywhere(start, 'agent-paused');
    const capture = (caller: Caller) =>
      caller.post(`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {}, actionId });
    expect(codes(await Promise.all(agents.callers.map(capture)))).toEqual(Array(4).fill('agent-paused'));
  });

  it('a request whose second half has not arrived is refused once its credential is revoked', async () => {
    const { operator, agent, id } = organization;
    const wanted = JSON.stringify({ name: 'of a thief', kind: 'live' });
    const slow = beginSlowly(serviceB, operator, '/api-keys', wanted);
    const asAgent = beginSlowly(serviceB, agent, '/sessions', JSON.stringify({ agentId: 'watched', intent: 'go on' }));
    await arrived([operator.at(serviceB), agent.at(serviceB)]);
    const keys = (await operator.get('/api-keys')).body.data;
    const live = keys.find(({ name }: { name: string }) => name === 'live');
    expect((await operator.delete(`/api-keys/${live.id}`)).status).toBe(200);
    await rows.query('UPDATE users SET token_version = token_version + 1 WHERE organization_id = $1', [id]);
    await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [id]);
    const both = () => Promise.all([operator, agent].map((caller) => caller.at(serviceB).get('/registry')));
    await expectEverywhere(both, 'unauthenticated');
    const made = async () =>
      (await rows.query('SELECT count(*)::int AS n FROM api_keys WHERE organization_id = $1', [id])).rows[0].n;
    const before = await made();
    expect(await Promise.all([slow(), asAgent()])).toEqual([401, 401]);
    expect(await made()).toBe(before);
  });

  it('a plan downgrade removes its features, and an upgrade restores them', async () => {
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
    expect(codes(await gate())).toEqual(Array(4).fill('plan-required'));
    await expectEverywhere(routes, 'plan-required');
    expect((await organization.agent.get(`/approvals/${approvalId}`)).body.data.status).toBe('PENDING');

    await setPlan(organization.id, 'TEAM');
    const lists = () => Promise.all(operators.map((caller) => caller.get('/policies')));
    await expectEverywhere(lists, '200');
    expect(codes(await gate())).toEqual(Array(4).fill('201'));
  });

  it('a new policy blocks immediately, and a deleted one no longer does', async () => {
    await warm(agents.callers);
    const made = await organization.operator.post('/policies', { apiNamePattern: 'crm.*', action: 'BLOCK' });
    expect(made.status).toBe(201);
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('policy-blocked'));
    await organization.operator.at(serviceB).delete(`/policies/${made.body.data.id}`);
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('201'));
  });

  it('operator tokens from before a password reset are invalid, held requests included; keys stay valid', async () => {
    const { operator, agent, id } = organization;
    const { approvalId, actionId } = await gated(agent, session);
    const operators = both.map((service) => operator.at(service));
    await warm(operators);
    const reset = async () => {
      // This is the change that a reset makes in its transaction.
      await rows.query(
        `WITH reset AS (UPDATE users SET token_version = token_version + 1 WHERE organization_id = $1)
         UPDATE organizations SET epoch = epoch + 1 WHERE id = $1`,
        [id],
      );
      const hot = operators.flatMap((caller) => [
        caller.post(`/sessions/${session}/actions`, call()),
        caller.patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS' }),
      ]);
      expect(codes(await Promise.all(hot))).toEqual(Array(4).fill('unauthenticated'));
    };
    expect(codes(await heldOver(operators, approvalId, reset))).toEqual(Array(2).fill('unauthenticated'));
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
    await expectEverywhere(everywhere, 'unauthenticated');
    expect(codes(await ask(agents.callers))).toEqual(Array(4).fill('201'));
    expect((await agent.get(`/approvals/${approvalId}`)).body.data.status).toBe('PENDING');
    const again = await new Caller(serviceA, null).post('/auth/login', {
      email: organization.email,
      password: 'correct horse battery staple',
    });
    expect((await new Caller(serviceB, again.body.data.token).get('/agents')).status).toBe(200);
  });
});
