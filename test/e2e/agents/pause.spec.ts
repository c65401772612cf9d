import type pg from 'pg';
import { expectToBlock } from '../../support/blocks.js';
import {
  type Answer,
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const at = (caller: Caller, index: number) => caller.at(index % 2 ? serviceA : serviceB);
const idOf = async (slug: string, { operator } = organization): Promise<string> =>
  (await operator.get('/agents?limit=200')).body.data.find((one: { slug: string }) => one.slug === slug).id;
const turn = (id: string, status: 'PAUSED' | 'ACTIVE', caller = organization.operator) =>
  caller.put(`/agents/${id}`, { status });
const approval = async (id: string) => (await organization.operator.get(`/approvals/${id}`)).body.data;
const pendingCalls = async (agent: string) =>
  (
    await rows.query(
      `SELECT p.id FROM approvals p JOIN actions a ON a.id = p.action_id
       WHERE p.organization_id = $1 AND p.agent_slug = $2 AND p.status = 'PENDING' AND a.status = 'PENDING_APPROVAL'`,
      [organization.id, agent],
    )
  ).rows;

/** The job has looked once more: it has finished a pause that began after this was called. */
async function jobHasRun(): Promise<void> {
  const { id, agent } = await newOrganization();
  const { approvalId } = await gated(agent, await newSession(agent));
  await rows.query("UPDATE agents SET status = 'PAUSED' WHERE organization_id = $1", [id]);
  const status = async () =>
    (await rows.query('SELECT status FROM approvals WHERE id = $1', [approvalId])).rows[0].status;
  expect(await eventually(status, (now) => now === 'REJECTED')).toBe('REJECTED');
}

describe('pausing an agent', () => {
  it('rejects the pending approvals of all its sessions, and none of another agent', async () => {
    const { agent, testAgent, operator } = organization;
    const slug = unique('agent');
    const waiting: { session: string; actionId: string; approvalId: string }[] = [];
    for (const caller of [agent, agent, testAgent]) {
      const session = await newSession(caller, slug);
      waiting.push({ session, ...(await gated(caller, session)) }, { session, ...(await gated(caller, session)) });
    }
    const other = await newSession(agent);
    const others = await gated(agent, other);
    const answer = await turn(await idOf(slug), 'PAUSED');
    expect([answer.status, answer.body.data.status]).toEqual([200, 'PAUSED']);
    expect(waiting).toHaveLength(6);
    for (const { session, approvalId } of waiting) {
      expect(await approval(approvalId)).toMatchObject({
        status: 'REJECTED',
        reason: 'agent-paused',
        decidedBy: null,
        actionStatus: 'REJECTED',
      });
      await expectConsistent(session);
    }
    expect(await approval(others.approvalId)).toMatchObject({ status: 'PENDING' });
    expect(errorOf(await operator.post(`/approvals/${waiting[0]?.approvalId}/approve`, {}))).toBe('already-decided');
  });

  it('is audited with each approval it rejects, after the pause itself, by who paused or the job that finishes it', async () => {
    const { agent, operator, email } = organization;
    const slug = unique('agent');
    const session = await newSession(agent, slug);
    const { approvalId } = await gated(agent, session);
    await turn(await idOf(slug), 'PAUSED');
    const entries = (await operator.get('/audit-logs')).body.data;
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'approval.rejected',
        target: { type: 'approval', id: approvalId },
        before: { status: 'PENDING', reason: null },
        after: { status: 'REJECTED', reason: 'agent-paused', decidedBy: null },
      },
      { action: 'agent.paused', actor: { kind: 'USER', label: email } },
    ]);
    // On a busy machine the job may reject the approval before the request does.
    const [{ actor, requestId }, pause] = entries;
    if (actor.kind === 'SYSTEM') expect(actor.label).toBe('pause');
    else expect([actor.label, requestId]).toEqual([email, pause.requestId]);
  });

  it('answers every request that waits for a decision in either process, long before it times out', async () => {
    const { agent } = organization;
    const slug = unique('agent');
    const { approvalId } = await gated(agent, await newSession(agent, slug));
    const id = await idOf(slug);
    const callers = [serviceA, serviceB].map((service) => agent.at(service));
    const meanwhile = await whileHeld();
    const polls = callers.map((caller) => caller.get(`/approvals/${approvalId}?wait=${LONGEST_S}`));
    await arrived(callers);
    await turn(id, 'PAUSED');
    const told = await Promise.all(polls);
    expect(meanwhile.isHeld()).toBe(true);
    meanwhile.end();
    for (const { body } of told) expect(body.data).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
  });

  it('leaves the review of a call that ran to an operator, who can still decide it', async () => {
    const { agent, operator } = organization;
    await operator.post('/policies', { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL' });
    const slug = unique('agent');
    const session = await newSession(agent, slug);
    await logged(agent, session, { status: 'SUCCESS' });
    const { approvalId } = await gated(agent, session);
    const [, review] = (await operator.get('/approvals')).body.data;
    await turn(await idOf(slug), 'PAUSED');
    expect(await approval(approvalId)).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
    await jobHasRun();
    expect(await approval(review.id)).toMatchObject({ status: 'PENDING', actionStatus: 'SUCCESS' });
    expect((await operator.post(`/approvals/${review.id}/approve`, {})).status).toBe(200);
    await expectConsistent(session);
  });

  it('reports an approval that had expired before as expired', async () => {
    const { agent } = organization;
    const slug = unique('agent');
    const { approvalId } = await gated(agent, await newSession(agent, slug));
    await rows.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [approvalId]);
    await turn(await idOf(slug), 'PAUSED');
    expect(await approval(approvalId)).toMatchObject({ status: 'REJECTED', reason: 'expired' });
  });

  it('is finished by another process when its own process stops', async () => {
    const { agent } = organization;
    const slug = unique('agent');
    const session = await newSession(agent, slug);
    const ids: string[] = [];
    for (let count = 0; count < 60; count++) ids.push((await gated(agent, session)).approvalId);
    // The row looks as if the process had died right after it committed the pause.
    await rows.query("UPDATE agents SET status = 'PAUSED' WHERE organization_id = $1", [organization.id]);
    await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [organization.id]);
    const left = await eventually(
      () => pendingCalls(slug),
      (found) => found.length === 0,
    );
    expect(left).toEqual([]);
    expect(ids).toHaveLength(60);
    expect(await approval(ids[59] ?? '')).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
    await expectConsistent(session);
    const [entry] = (await organization.operator.get('/audit-logs')).body.data;
    expect(entry).toMatchObject({ action: 'approval.rejected', actor: { kind: 'SYSTEM', label: 'pause' } });
  });

  it('holds immediately, before it rejects the approvals of a locked session', async () => {
    const { agent } = organization;
    const slug = unique('agent');
    const [held, free] = [await newSession(agent, slug), await newSession(agent, slug)];
    const { approvalId } = await gated(agent, held);
    const id = await idOf(slug);
    const blocker = await rows.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT id FROM sessions WHERE id = $1 FOR UPDATE', [held]);
    const pausing = turn(id, 'PAUSED');
    const refused = await eventually(
      () => agent.at(serviceB).post(`/sessions/${free}/actions`, call()),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('agent-paused');
    expect((await approval(approvalId)).status).toBe('PENDING');
    await blocker.query('COMMIT');
    blocker.release();
    expect((await pausing).status).toBe(200);
    expect(await approval(approvalId)).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
  });

  it('is finished before the agent may continue: resuming is refused while an earlier call waits', async () => {
    const { agent } = organization;
    const slug = unique('agent');
    // A pause takes them up in this order, and gives itself five seconds.
    const sessions = [await newSession(agent, slug), await newSession(agent, slug)];
    const [, late] = [await gated(agent, sessions[0] ?? ''), await gated(agent, sessions[1] ?? '')];
    const id = await idOf(slug);
    const blockers = await Promise.all(sessions.map(() => rows.connect()));
    for (const [index, blocker] of blockers.entries())
      await blocker.query(`BEGIN; SELECT id FROM sessions WHERE id = '${sessions[index]}' FOR UPDATE`);
    await rows.query("UPDATE agents SET status = 'PAUSED' WHERE id = $1", [id]);
    await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [organization.id]);
    const resuming = turn(id, 'ACTIVE');
    await expectToBlock(blockers[0] as pg.PoolClient, rows);
    // By then the five seconds that a pause gives itself are over.
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    await blockers[0]?.query('COMMIT');
    const refused = await resuming;
    expect([refused.status, errorOf(refused)]).toEqual([409, 'pause-unfinished']);
    expect((await organization.operator.get(`/agents/${id}`)).body.data.status).toBe('PAUSED');
    expect((await approval(late.approvalId)).status).toBe('PENDING');
    await blockers[1]?.query('COMMIT');
    for (const blocker of blockers) blocker.release();
    expect((await turn(id, 'ACTIVE')).status).toBe(200);
    expect(await approval(late.approvalId)).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
    for (const session of sessions) await expectConsistent(session);
  });

  it('refuses to approve a call that is not rejected yet, and clears nothing', async () => {
    const { agent, operator } = organization;
    const slug = unique('agent');
    const session = await newSession(agent, slug);
    const { approvalId } = await gated(agent, session);
    const answers: Answer[] = [];
    // The job may come before the approval in any round.
    const wasRefused = () => answers.some((answer) => errorOf(answer) === 'agent-paused');
    for (let round = 0; round < 20 || (round < 200 && !wasRefused()); round++) {
      const { approvalId: fresh } = round ? await gated(agent, session) : { approvalId };
      await rows.query("UPDATE agents SET status = 'PAUSED' WHERE organization_id = $1", [organization.id]);
      answers.push(await at(operator, round).post(`/approvals/${fresh}/approve`, {}));
      expect(await approval(fresh)).not.toMatchObject({ status: 'APPROVED' });
      await rows.query("UPDATE agents SET status = 'ACTIVE' WHERE organization_id = $1", [organization.id]);
    }
    const codes = answers.map(errorOf);
    expect(codes.filter((code) => code !== 'agent-paused' && code !== 'already-decided')).toEqual([]);
    expect(codes).toContain('agent-paused');
    await expectConsistent(session);
  });

  it('and resuming leave no pending approval from before, and later calls wait for approval', async () => {
    const { agent } = organization;
    const slug = unique('agent');
    const session = await newSession(agent, slug);
    const { approvalId } = await gated(agent, session);
    const id = await idOf(slug);
    await rows.query("UPDATE agents SET status = 'PAUSED' WHERE id = $1", [id]);
    expect((await turn(id, 'ACTIVE')).status).toBe(200);
    expect(await approval(approvalId)).toMatchObject({ status: 'REJECTED', reason: 'agent-paused' });
    const next = await gated(agent, session);
    await jobHasRun();
    expect(await approval(next.approvalId)).toMatchObject({ status: 'PENDING' });
  });
});
