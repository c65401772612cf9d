import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Caller, newOrganization, unique } from '../../test/support/client.js';
import { rows } from '../../test/support/ledger.js';
import { eventually, patience } from '../../test/support/patience.mjs';
import { Backstop } from '../src/backstop.js';
import { AlreadyRunError, ApprovalPendingError, ApprovalTimeoutError } from '../src/errors.js';
import { type Governance, newGovernance } from './support/governance.js';
import { newHoldingGateway, readsDecision } from './support/holding-gateway.js';
import { startProgram } from './support/programs.js';

const PROGRAM = fileURLToPath(new URL('support/pending-agent.mjs', import.meta.url));
const ORDER = { id: 7, amount: 5 };

let home: Governance;
let folder: string;
let effects: string;
beforeEach(async () => {
  home = await newGovernance();
  folder = mkdtempSync(join(tmpdir(), 'backstop-pending-'));
  effects = join(folder, 'effects');
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => rows.end());

const effectsSoFar = () => {
  try {
    return readFileSync(effects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
};

/** Starts an agent as a process of its own, which ends by itself. */
function start(args: readonly string[], more: Record<string, string> = {}) {
  const { agent, session } = home;
  const own = { BASE_URL: agent.service.url, API_KEY: agent.credential ?? '', SESSION: session.id, EFFECTS: effects };
  return startProgram(PROGRAM, args, { ...own, ...more });
}

/** Returns the output of an agent after its process has ended. */
async function run(...args: string[]) {
  const [said = 'null'] = await start(args).lines();
  return JSON.parse(said);
}

/** Returns the output of two agents; both know that the call is approved before either begins it. */
async function both(...args: string[]) {
  const { url, close } = await newHoldingGateway(home.agent.service.url, readsDecision, 2);
  const one = () => start(args, { BASE_URL: url }).lines();
  const said = await Promise.all([one(), one()]);
  close();
  return said.map(([line = 'null']) => JSON.parse(line));
}

const wrapped = (more: object = {}) => {
  const done: object[] = [];
  const shop = { refund: async (order: object) => ({ refunded: done.push(order) }) };
  const options = {
    connector: 'shop',
    operations: { refund: 'UPDATE' },
    requiresApproval: ['refund'],
    ...more,
  } as const;
  return { done, shop: home.wrap(shop, options) };
};
const approve = async (approvalId: string) =>
  expect((await home.operator.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
const read = async (id: string) => (await home.operator.get(`/sessions/${home.session.id}/actions/${id}`)).body.data;

/** A call that waits, asked for by a wrapped client that does not. */
async function pending() {
  const { shop, done } = wrapped({ pending: 'throw' });
  const error = await shop.refund(ORDER).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApprovalPendingError);
  const { actionId, approvalId, url } = error as ApprovalPendingError;
  return { shop, done, actionId: actionId as string, approvalId, url };
}

describe("wrap() with pending: 'throw'", () => {
  it('ends a call that waits for a person at once, and names its approval and the page of it', async () => {
    const begun = performance.now();
    const { actionId, approvalId, url, done } = await pending();
    expect(performance.now() - begun).toBeLessThan(patience(4_000));
    expect(url).toMatch(new RegExp(`/dashboard/approvals/${approvalId}$`));
    expect(done).toEqual([]);
    expect(await read(actionId)).toMatchObject({ status: 'PENDING_APPROVAL', approval: { id: approvalId } });
  });
});

describe('session.resume()', () => {
  it('runs an approved call once in another process, although the process that asked has ended', async () => {
    const { error } = await run('once');
    expect(error).toMatchObject({ name: 'ApprovalPendingError', code: 'approval-pending' });
    expect(await run('resume', error.actionId)).toMatchObject({ error: { name: 'ApprovalPendingError' } });
    await approve(error.approvalId);
    expect(await run('resume', error.actionId)).toEqual({ value: { refunded: 5 } });
    expect(await run('resume', error.actionId)).toMatchObject({
      error: { name: 'AlreadyRunError', outcome: 'SUCCESS', response: { refunded: 5 } },
    });
    expect(effectsSoFar()).toEqual([ORDER]);
    expect(await read(error.actionId)).toMatchObject({ status: 'SUCCESS', violation: null });
  });

  it('runs the call in one of two processes that resume at the same moment', async () => {
    const { actionId, approvalId } = await pending();
    await approve(approvalId);
    const said = await both('resume', actionId);
    expect(effectsSoFar()).toEqual([ORDER]);
    expect(said).toContainEqual({ value: { refunded: 5 } });
    expect(said).toContainEqual({ error: expect.objectContaining({ name: 'AlreadyRunError' }) });
  });

  it('never repeats a call whose process was killed in the middle of it', async () => {
    const { actionId, approvalId } = await pending();
    await approve(approvalId);
    const killed = start(['resume', actionId], { HANG: 'yes' });
    expect(await killed.line()).toBe('refunded');
    await killed.kill();
    expect(await run('resume', actionId)).toMatchObject({ error: { name: 'AlreadyRunError', outcome: 'UNKNOWN' } });
    expect(effectsSoFar()).toEqual([ORDER]);
    expect(await read(actionId)).toMatchObject({ status: 'CLEARED', begunAt: expect.any(String) });
  });

  it('runs the arguments that a person edited, and no others', async () => {
    const { shop, done, actionId, approvalId } = await pending();
    const { payload } = await read(actionId);
    const changed = JSON.parse(JSON.stringify(payload).replace('"amount":5', '"amount":3'));
    expect((await home.operator.post(`/approvals/${approvalId}/approve`, { payload: changed })).status).toBe(200);
    await home.session.resume(actionId, () => shop.refund(ORDER));
    expect(done).toEqual([{ id: 7, amount: 3 }]);
  });

  it('runs the own arguments of the function where the organization has them redacted', async () => {
    const rules = [{ name: 'amounts', apiNamePattern: 'shop.*', path: 'payload.**.amount' }];
    expect(await home.operator.put('/settings/redaction', { kinds: [], rules })).toMatchObject({ status: 200 });
    const { shop, done, actionId, approvalId } = await pending();
    expect(JSON.stringify(await read(actionId))).toContain('[redacted: amounts]');
    await approve(approvalId);
    const other = home.session.resume(actionId, () => shop.refund({ ...ORDER, amount: 500 }));
    await expect(other).rejects.toMatchObject({ code: 'payload-changed' });
    expect(await home.session.resume(actionId, () => shop.refund(ORDER))).toEqual({ refunded: 1 });
    expect(done).toEqual([ORDER]);
    expect(await read(actionId)).toMatchObject({ status: 'SUCCESS', violation: null });
  });

  it('refuses a function that makes another call than the approved one, and asks for nothing', async () => {
    const { shop, done, actionId, approvalId } = await pending();
    await approve(approvalId);
    const code = 'approved-payload-invalid';
    await expect(home.session.resume(actionId, () => shop.refund({ id: 7, amount: 500 }))).rejects.toMatchObject({
      code,
    });
    await expect(home.session.resume(actionId, () => 'nothing')).rejects.toMatchObject({ code });
    await expect(home.session.resume(actionId)).rejects.toMatchObject({ code: 'wrap-options-invalid' });
    expect(done).toEqual([]);
    expect(await home.actions()).toHaveLength(1);
    expect(await read(actionId)).toMatchObject({ status: 'CLEARED', begunAt: null });
  });

  it.each<[string, object, (ids: { actionId: string; approvalId: string }) => Promise<unknown>]>([
    [
      'rejected',
      { name: 'ApprovalRejectedError', reason: 'too much' },
      async ({ approvalId }) => home.operator.post(`/approvals/${approvalId}/reject`, { reason: 'too much' }),
    ],
    [
      'withdrawn',
      { name: 'ApprovalRejectedError', reason: 'withdrawn' },
      async ({ approvalId }) => home.agent.post(`/approvals/${approvalId}/withdraw`),
    ],
    [
      'approved and revoked',
      { name: 'ApprovalRejectedError', reason: 'revoked' },
      async ({ approvalId }) => {
        await approve(approvalId);
        await home.operator.post(`/approvals/${approvalId}/revoke`);
      },
    ],
    [
      'approved, and the approval lapsed',
      { name: 'ApprovalRejectedError', reason: 'lapsed', message: expect.stringContaining('was not used in time') },
      async ({ approvalId }) => {
        await approve(approvalId);
        await rows.query('UPDATE approvals SET usable_until = now() WHERE id = $1', [approvalId]);
      },
    ],
    [
      'approved, and its agent paused',
      { name: 'AgentPausedError' },
      async ({ approvalId }) => {
        await approve(approvalId);
        const agents = (await home.operator.get('/agents')).body.data;
        const { id } = agents.find(({ slug }: { slug: string }) => slug === home.session.agentId);
        await home.operator.put(`/agents/${id}`, { status: 'PAUSED' });
      },
    ],
    [
      'approved, and its session completed',
      { name: 'SessionClosedError' },
      async ({ approvalId }) => {
        await approve(approvalId);
        await home.agent.patch(`/sessions/${home.session.id}`, { status: 'COMPLETED' });
      },
    ],
    [
      'approved, and its session rolled back',
      { name: expect.stringMatching(/^(SessionClosedError|ApprovalRejectedError|AlreadyRunError)$/) },
      async ({ approvalId }) => {
        await approve(approvalId);
        await home.operator.post(`/sessions/${home.session.id}/rollback`);
      },
    ],
  ])('runs nothing after the call was %s', async (_, expected, arrange) => {
    const { shop, done, ...ids } = await pending();
    await arrange(ids);
    await expect(home.session.resume(ids.actionId, () => shop.refund(ORDER))).rejects.toMatchObject(expected);
    expect(done).toEqual([]);
  });

  it('is refused to the key of another agent and of another organization', async () => {
    const { actionId, approvalId } = await pending();
    await approve(approvalId);
    const slug = unique('other');
    const bound = await home.operator.post('/api-keys', { name: slug, kind: 'live', agentId: slug });
    const other = new Caller(home.agent.service, bound.body.data.key);
    for (const [{ service, credential }, code] of [
      [other, 'agent-mismatch'],
      [(await newOrganization()).agent, 'not-found'],
    ] as const) {
      const stranger = new Backstop({ baseUrl: service.url, apiKey: credential ?? '', outbox: false });
      await expect(stranger.resumeSession(home.session.id)).rejects.toMatchObject({ code });
    }
    expect(await read(actionId)).toMatchObject({ begunAt: null });
  });
});

describe('session.once()', () => {
  it('finds the same approval from any process, and runs the call once after it', async () => {
    const [first, second] = [await run('once'), await run('once')];
    expect(second.error).toMatchObject({ name: 'ApprovalPendingError', actionId: first.error.actionId });
    await approve(first.error.approvalId);
    const said = await both('once');
    expect(said).toContainEqual({ value: { refunded: 5 } });
    expect(said).toContainEqual({ error: expect.objectContaining({ name: 'AlreadyRunError' }) });
    expect(await run('once')).toMatchObject({ error: { name: 'AlreadyRunError', outcome: 'SUCCESS' } });
    expect(effectsSoFar()).toEqual([ORDER]);
    expect(await home.actions()).toHaveLength(1);
  });

  it('runs a call that needs no approval once, too, and distinguishes calls of one name by their order', async () => {
    const { shop, done } = wrapped({ requiresApproval: [] });
    const two = async () => [await shop.refund(ORDER), await shop.refund({ id: 8, amount: 6 })];
    await home.session.once('two', two);
    await expect(home.session.once('two', two)).rejects.toBeInstanceOf(AlreadyRunError);
    expect(done).toEqual([ORDER, { id: 8, amount: 6 }]);
    await home.session.once('others', two);
    expect(done).toHaveLength(4);
  });
});

describe('a caller that gives up', () => {
  it('ends the wait at once, withdraws the question, and keeps no process alive', async () => {
    const { ended, line } = start(['abort']);
    expect(JSON.parse(await line()).error).toMatchObject({ name: 'TimeoutError' });
    const begun = performance.now();
    expect(await ended()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(patience(2_000));
    const [action] = await eventually(home.actions, ([first]) => first?.status === 'REJECTED');
    expect(action).toMatchObject({ status: 'REJECTED', refusal: { code: 'withdrawn' }, violation: null });
    expect((await home.operator.get('/approvals')).body.data).toEqual([]);
    expect(effectsSoFar()).toEqual([]);
  });

  it('withdraws the question when its time is over', async () => {
    const { shop, done } = wrapped({ timeoutMs: 5_000 });
    await home.policy('shop.refund', 'REQUIRE_APPROVAL');
    const [policy] = (await home.operator.get('/policies')).body.data;
    await home.operator.put(`/policies/${policy.id}`, { expiresAfterSeconds: 3_600 });
    await expect(shop.refund(ORDER)).rejects.toBeInstanceOf(ApprovalTimeoutError);
    expect(await home.actions()).toMatchObject([{ status: 'REJECTED', refusal: { code: 'withdrawn' } }]);
    expect(done).toEqual([]);
  });
});
