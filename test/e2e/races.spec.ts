import {
  type Answer,
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows, tally } from '../support/ledger.js';

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const at = (caller: Caller, index: number) => caller.at(index % 2 ? serviceA : serviceB);

/** Runs the rounds ten at a time, each in a session of its own, and checks that session afterwards. */
async function rounds(count: number, race: (session: string, round: number) => Promise<unknown>): Promise<void> {
  let ran = 0;
  for (let from = 0; from < count; from += 10) {
    await Promise.all(
      Array.from({ length: Math.min(10, count - from) }, async (_, index) => {
        const session = await newSession(organization.agent);
        await race(session, from + index);
        await expectConsistent(session);
        ran++;
      }),
    );
  }
  expect(ran).toBe(count);
}

const actionsOf = async (session: string) => (await organization.agent.get(`/sessions/${session}`)).body.data.actions;

describe('an approval', () => {
  it('that many approve and reject while it expires is decided exactly once', async () => {
    const { agent, operator } = organization;
    const outcomes = new Set<string>();
    await rounds(50, async (session, round) => {
      const { actionId, approvalId } = await gated(agent, session);
      if (round % 3 === 0)
        await rows.query("UPDATE approvals SET expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1", [
          approvalId,
          round % 2 ? 0 : 15,
        ]);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          at(operator, index >> 1).post(`/approvals/${approvalId}/${(index + round) % 2 ? 'approve' : 'reject'}`, {}),
        ),
      );
      const won = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status }) => status !== 200);
      expect(new Set(lost.map(errorOf))).toEqual(new Set(['already-decided']));
      expect(won.length).toBeLessThanOrEqual(1);
      const { body } = await agent.get(`/approvals/${approvalId}`);
      if (won[0]) expect(body.data.status).toBe(won[0].body.data.status);
      else expect(body.data).toMatchObject({ status: 'REJECTED', reason: 'expired' });
      if (round % 3) expect(won).toHaveLength(1);
      outcomes.add(won[0]?.body.data.status ?? 'expired');
      const [action] = await actionsOf(session);
      expect(action.id).toBe(actionId);
      if (won[0]) expect(action.status).toBe(body.data.status === 'APPROVED' ? 'CLEARED' : 'REJECTED');
    });
    expect(outcomes).toEqual(new Set(['APPROVED', 'REJECTED', 'expired']));
  }, 40_000);

  it('that is edited by many at once runs with the arguments of the one who won', async () => {
    const { agent, operator } = organization;
    await rounds(10, async (session) => {
      const { approvalId } = await gated(agent, session);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          at(operator, index).post(`/approvals/${approvalId}/approve`, { payload: { by: index } }),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 7 });
      const winner = answers.findIndex(({ status }) => status === 200);
      const [action] = await actionsOf(session);
      expect(action).toMatchObject({ payload: { by: winner }, originalPayload: { id: 7 } });
    });
  }, 30_000);
});

describe('many edits at once', () => {
  it('are all answered by one process also when it has to load the policies anew', async () => {
    const { agent, operator } = organization;
    const session = await newSession(agent);
    const ids: string[] = [];
    for (let count = 0; count < 16; count++) ids.push((await gated(agent, session)).approvalId);
    await operator.at(serviceB).post('/policies', { apiNamePattern: 'other.*', action: 'BLOCK' });
    const answers = await Promise.all(
      ids.map((id) => operator.post(`/approvals/${id}/approve`, { payload: { id: 8 } })),
    );
    expect(tally(answers)).toEqual({ 200: 16 });
    await expectConsistent(session);
  });
});

describe('a confirmation', () => {
  it('that many send with two outcomes keeps the first, and tells the others', async () => {
    const { agent } = organization;
    await rounds(20, async (session) => {
      const id = await logged(agent, session);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          at(agent, index >> 1).patch(`/sessions/${session}/actions/${id}`, {
            status: index % 2 ? 'SUCCESS' : 'FAILED',
          }),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 4, 409: 4 });
      const [action] = await actionsOf(session);
      const told = answers.flatMap(({ body }) => body.data?.status ?? []);
      expect(told).toEqual(Array(4).fill(action.status));
    });
  }, 30_000);

  it('is kept whatever a rollback makes of the call at the same moment', async () => {
    const { agent, operator } = organization;
    await rounds(10, async (session, round) => {
      await logged(agent, session, { status: 'SUCCESS' });
      const open: string[] = [];
      for (let count = 0; count < 4; count++) open.push(await logged(agent, session));
      const confirm = async (id: string, index: number) => {
        await new Promise((resolve) => setTimeout(resolve, index * ((round % 5) + 1)));
        return at(agent, index).patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' });
      };
      const [rollback, ...confirmed] = await Promise.all([
        at(operator, round).post(`/sessions/${session}/rollback`),
        ...open.map(confirm),
      ]);
      expect(rollback.status).toBe(200);
      expect(tally(confirmed)).toEqual({ 200: 4 });
      const actions = await actionsOf(session);
      expect(actions.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('SUCCESS'));
      for (const { outcome } of rollback.body.data.results) expect(outcome).toEqual(expect.any(String));
    });
  }, 40_000);
});

describe('an ask', () => {
  it('that meets the completion of its session is permitted before it or refused after it', async () => {
    const { agent } = organization;
    await rounds(20, async (session) => {
      const [completed, ...asked] = await Promise.all([
        at(agent, 0).patch(`/sessions/${session}`, { status: 'COMPLETED' }),
        ...Array.from({ length: 8 }, (_, index) => at(agent, index).post(`/sessions/${session}/actions`, call())),
      ]);
      expect(completed.status).toBe(200);
      const permitted = asked.filter(({ status }) => status === 201);
      const refused = asked.filter(({ status }) => status !== 201);
      expect(refused.map(errorOf)).toEqual(Array(refused.length).fill('session-closed'));
      expect(await actionsOf(session)).toHaveLength(permitted.length);
      const late = await at(agent, 1).post(`/sessions/${session}/actions`, call());
      expect(errorOf(late)).toBe('session-closed');
    });
  }, 30_000);

  it('that meets the start of a rollback is part of it or refused: nothing is left CLEARED', async () => {
    const { agent, operator } = organization;
    await rounds(10, async (session) => {
      await logged(agent, session, { status: 'SUCCESS' });
      const asks = Array.from({ length: 4 }, (_, index) =>
        at(agent, index).post(`/sessions/${session}/actions`, call()),
      );
      const gates = Array.from({ length: 2 }, (_, index) =>
        at(agent, index).post(`/sessions/${session}/actions`, call({ status: 'PENDING_APPROVAL' })),
      );
      const [rollback, ...asked] = await Promise.all([
        operator.post(`/sessions/${session}/rollback`),
        ...asks,
        ...gates,
      ]);
      expect(rollback.status).toBe(200);
      const refused = asked.filter(({ status }) => status !== 201);
      expect(refused.map(errorOf)).toEqual(Array(refused.length).fill('session-rolled-back'));
      const actions: { id: string; status: string }[] = await actionsOf(session);
      expect(actions.filter(({ status }) => ['CLEARED', 'PENDING_APPROVAL'].includes(status))).toEqual([]);
      expect(actions).toHaveLength(1 + asked.length - refused.length);
      const undone = rollback.body.data.results.map((result: { actionId: string }) => result.actionId);
      const open = actions.filter(({ status }) => status !== 'REJECTED').map(({ id }) => id);
      expect(undone.sort()).toEqual(open.sort());
      expect(errorOf(await agent.post(`/sessions/${session}/actions`, call()))).toBe('session-rolled-back');
    });
  }, 40_000);

  const asksAround = async (session: string, change: () => Promise<Answer>) => {
    const { agent } = organization;
    const ask = (index: number) => at(agent, index).post(`/sessions/${session}/actions`, call());
    const [changed, ...during] = await Promise.all([change(), ...Array.from({ length: 10 }, (_, index) => ask(index))]);
    const after = await Promise.all(Array.from({ length: 10 }, (_, index) => ask(index)));
    expect(changed.status).toBeLessThan(300);
    return { during, after };
  };

  it('is refused everywhere from the moment its agent’s pause is answered', async () => {
    const { operator } = organization;
    await rounds(10, async (session) => {
      const { agentId } = (await operator.get(`/sessions/${session}`)).body.data;
      const { id } = (await operator.get('/agents?limit=200')).body.data.find(
        (one: { slug: string }) => one.slug === agentId,
      );
      const { during, after } = await asksAround(session, () => operator.put(`/agents/${id}`, { status: 'PAUSED' }));
      expect(after.map(errorOf)).toEqual(Array(10).fill('agent-paused'));
      expect(await actionsOf(session)).toHaveLength(during.filter(({ status }) => status === 201).length);
    });
  }, 30_000);

  it('is judged by the new policies everywhere from the moment their change is answered', async () => {
    const { operator } = organization;
    for (let round = 0; round < 10; round++) {
      const session = await newSession(organization.agent);
      const { during, after } = await asksAround(session, () =>
        at(operator, round).post('/policies', { apiNamePattern: 'crm.*', action: 'BLOCK' }),
      );
      expect(after.map(errorOf)).toEqual(Array(10).fill('policy-blocked'));
      expect(during.filter(({ status }) => status !== 201 && status !== 403)).toEqual([]);
      const [{ id }] = (await operator.get('/policies')).body.data;
      await operator.delete(`/policies/${id}`);
      await expectConsistent(session);
    }
  }, 30_000);
});

describe('a rollback', () => {
  it('that many start at once runs once', async () => {
    const { testAgent, operator } = organization;
    for (let round = 0; round < 5; round++) {
      const session = await newSession(testAgent);
      for (let count = 0; count < 5; count++) await logged(testAgent, session, { status: 'SUCCESS' });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => at(operator, index).post(`/sessions/${session}/rollback`)),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 7 });
      expect(new Set(answers.map(errorOf))).toEqual(new Set([null, 'not-rollable']));
      const { rows: kept } = await rows.query('SELECT status FROM rollbacks WHERE session_id = $1', [session]);
      expect(kept).toEqual([{ status: 'FINISHED' }]);
      await expectConsistent(session);
    }
  }, 30_000);

  it('and single actions of it never run at the same time', async () => {
    const { agent, operator } = organization;
    await rounds(5, async (session) => {
      const ids: string[] = [];
      for (let count = 0; count < 3; count++) ids.push(await logged(agent, session, { status: 'SUCCESS' }));
      const answers = await Promise.all([
        at(operator, 0).post(`/sessions/${session}/rollback`),
        ...ids.map((id, index) => at(operator, index).post(`/sessions/${session}/actions/${id}/rollback`)),
      ]);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const { rows: overlaps } = await rows.query(
        `SELECT a.id FROM rollbacks a JOIN rollbacks b ON a.session_id = b.session_id AND a.id < b.id
         WHERE a.session_id = $1 AND (a.finished_at IS NULL OR a.finished_at > b.created_at + interval '50 milliseconds')`,
        [session],
      );
      expect(overlaps).toEqual([]);
    });
  }, 30_000);
});
