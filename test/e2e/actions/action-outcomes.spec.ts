import { ACTION_STATUSES, type ActionStatus } from '../../../src/actions/rules/action.js';
import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';
import { readAction, underRules } from '../../support/under-rules.js';

let team: Organization;
beforeAll(async () => {
  team = await underRules();
});
afterAll(() => rows.end());

describe('PATCH of an action', () => {
  const OUTCOMES: readonly ActionStatus[] = ['SUCCESS', 'FAILED'];
  const OPEN: readonly ActionStatus[] = ['CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'UNKNOWN'];

  /** The three only a rollback makes are written by hand, with their counter. */
  async function actionIn(status: ActionStatus, session: string): Promise<string> {
    const { agent, operator } = team;
    switch (status) {
      case 'BLOCKED':
        return logged(agent, session, { apiName: 'block.call' });
      case 'PENDING_APPROVAL':
        return (await gated(agent, session)).actionId;
      case 'REJECTED': {
        const { actionId, approvalId } = await gated(agent, session);
        await operator.post(`/approvals/${approvalId}/reject`);
        return actionId;
      }
      case 'CLEARED':
      case 'SUCCESS':
      case 'FAILED':
        return logged(agent, session, { status });
      default: {
        const id = await logged(agent, session);
        await rows.query('UPDATE actions SET status = $2 WHERE id = $1', [id, status]);
        await rows.query(
          `UPDATE sessions SET cleared = cleared - 1, ${status.toLowerCase()} = ${status.toLowerCase()} + 1,
             possible_effects = possible_effects - $2 WHERE id = $1`,
          [session, status === 'UNKNOWN' ? 0 : 1],
        );
        return id;
      }
    }
  }

  const matrix = ACTION_STATUSES.flatMap((from) => ACTION_STATUSES.map((to) => ({ from, to })));

  it('tries each status from each status', () => expect(matrix).toHaveLength(ACTION_STATUSES.length ** 2));

  it.each(ACTION_STATUSES)('from %s goes where docs/contract.md says and nowhere else', async (from) => {
    const session = await newSession(team.agent);
    const answers = new Map<string, number>();
    for (const to of ACTION_STATUSES) {
      const id = await actionIn(from, session);
      const answer = await team.agent.patch(`/sessions/${session}/actions/${id}`, { status: to });
      answers.set(to, answer.status);
      const isLost = from === 'CLEARED' && to === 'UNKNOWN';
      const allowed = from === to || isLost || (OPEN.includes(from) && OUTCOMES.includes(to));
      expect([from, to, answer.status, errorOf(answer)]).toEqual([
        from,
        to,
        allowed ? 200 : 409,
        allowed ? null : 'illegal-transition',
      ]);
      expect(await readAction(team.agent, session, id)).toMatchObject({ status: allowed ? to : from });
    }
    expect(answers.size).toBe(9);
    await expectConsistent(session);
  });

  it.each([
    ['blocked', 'BLOCKED'],
    ['unapproved', 'PENDING_APPROVAL'],
    ['unapproved', 'REJECTED'],
    [null, 'CLEARED'],
    [null, 'UNKNOWN'],
  ] as const)('records the violation %s when %s turns out to have run', async (violation, from) => {
    const session = await newSession(team.agent);
    const id = await actionIn(from, session);
    const { body } = await team.agent.patch(`/sessions/${session}/actions/${id}`, {
      status: 'SUCCESS',
      response: { ok: 1 },
    });
    expect(body.data).toMatchObject({ status: 'SUCCESS', violation, response: { ok: 1 }, effectSequence: 1 });
    const { summary: _, ...read } = await readAction(team.agent, session, id);
    expect(body.data).toEqual(read);
  });

  it('that repeats the status is 200 and changes nothing', async () => {
    const session = await newSession(team.agent);
    const id = await logged(team.agent, session, { status: 'SUCCESS', response: 'first' });
    const before = await readAction(team.agent, session, id);
    const again = await team.agent.patch(`/sessions/${session}/actions/${id}`, {
      status: 'SUCCESS',
      response: 'second',
    });
    expect(again.status).toBe(200);
    const { summary: _, ...read } = before;
    expect(again.body.data).toEqual(read);
    expect(await readAction(team.agent, session, id)).toEqual(before);
  });

  it('that carries the hash of another payload is recorded as a payload-mismatch', async () => {
    const session = await newSession(team.agent);
    const id = await logged(team.agent, session);
    const path = `/sessions/${session}/actions/${id}`;
    const { body } = await team.agent.patch(path, { status: 'SUCCESS', payloadHash: 'a'.repeat(64) });
    expect(body.data).toMatchObject({ status: 'SUCCESS', violation: 'payload-mismatch' });
  });

  it('that comes after completion is recorded as after-completion, as is a report, which still gets 409', async () => {
    const session = await newSession(team.agent);
    const id = await logged(team.agent, session);
    await team.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    const confirmed = await team.agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' });
    expect(confirmed.body.data).toMatchObject({ status: 'SUCCESS', violation: 'after-completion' });
    const reported = await team.agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }));
    expect([reported.status, errorOf(reported)]).toEqual([409, 'session-closed']);
    expect(await readAction(team.agent, session, reported.body.error.actionId)).toMatchObject({
      status: 'SUCCESS',
      violation: 'after-completion',
      sequence: 2,
      effectSequence: 2,
    });
    const asked = await team.agent.post(`/sessions/${session}/actions`, call());
    expect([asked.status, asked.body.error.actionId]).toEqual([409, undefined]);
    await expectConsistent(session);
  });

  it('that comes after a rollback is recorded as after-rollback, as is a report, which still gets 409', async () => {
    const session = await newSession(team.agent);
    const cleared = await logged(team.agent, session);
    await logged(team.agent, session, { status: 'SUCCESS' });
    await team.agent.post(`/sessions/${session}/rollback`);
    expect(await readAction(team.agent, session, cleared)).toMatchObject({ status: 'UNKNOWN' });
    const late = await team.agent.patch(`/sessions/${session}/actions/${cleared}`, { status: 'SUCCESS' });
    expect(late.body.data).toMatchObject({ status: 'SUCCESS', violation: 'after-rollback', effectSequence: 2 });
    const reported = await team.agent.post(`/sessions/${session}/actions`, call({ status: 'FAILED' }));
    expect([reported.status, errorOf(reported)]).toEqual([409, 'session-rolled-back']);
    expect(await readAction(team.agent, session, reported.body.error.actionId)).toMatchObject({
      status: 'FAILED',
      violation: 'after-rollback',
    });
    const asked = await team.agent.post(`/sessions/${session}/actions`, call());
    expect([asked.status, errorOf(asked), asked.body.error.actionId]).toEqual([409, 'session-rolled-back', undefined]);
    await expectConsistent(session);
  });

  it('returns 404 when the session, the action or the organization does not match', async () => {
    const session = await newSession(team.agent);
    const other = await newSession(team.agent);
    const id = await logged(team.agent, session);
    const paths = [
      `/sessions/${other}/actions/${id}`,
      `/sessions/${session}/actions/${session}`,
      `/sessions/${session}/actions/nonsense`,
      `/sessions/nonsense/actions/${id}`,
    ];
    for (const path of paths) expect((await team.agent.patch(path, { status: 'SUCCESS' })).status).toBe(404);
    const { operator: stranger } = await newOrganization();
    const foreign = await stranger.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' });
    expect(foreign.status).toBe(404);
    expect(paths).toHaveLength(4);
  });
});
