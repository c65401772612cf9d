import { patience } from '../../test/support/patience.mjs';
import { dropDatabases, newPerforming } from '../../test/support/performing.js';
import { rollBack } from '../../test/support/roll-back.js';
import {
  ApprovalRejectedError,
  Backstop,
  BackstopProblemError,
  CallFailedError,
  PolicyBlockedError,
} from '../src/index.js';

afterAll(dropDatabases);

async function newWorld(offered?: readonly string[]) {
  const world = await newPerforming(offered);
  const backstop = new Backstop({
    baseUrl: world.agent.service.url,
    apiKey: world.agent.credential ?? '',
    outbox: false,
  });
  return { ...world, session: await backstop.openSession(world.session) };
}

const UPDATE = { table: 'customers', match: { id: 1 }, values: { credit: 99 } } as const;

describe('session.perform', () => {
  it('answers what the provider answered, without a credential of the agent', async () => {
    const { session, credits } = await newWorld();
    const answer = await session.perform('postgres.rows.update', UPDATE);
    expect(answer).toMatchObject({ rowCount: 1, rows: [{ id: 1, credit: 99 }] });
    await rollBack(session);
    expect(await credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it("rejects with the provider's words where it refuses, and with the policy's where one blocks", async () => {
    const { session, operator } = await newWorld();
    const refused = session.perform('postgres.query', { sql: 'SELECT 1 / 0' });
    await expect(refused).rejects.toThrow(CallFailedError);
    await expect(refused).rejects.toMatchObject({
      code: 'call-refused',
      message: expect.stringContaining('division by zero'),
    });
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.delete', action: 'BLOCK', reason: 'never' });
    const blocked = session.perform('postgres.rows.delete', { table: 'customers', match: {} });
    await expect(blocked).rejects.toThrow(PolicyBlockedError);
  });

  it('waits for a person, and rejects where they reject', async () => {
    const { session, operator } = await newWorld();
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    const decided = async (how: 'approve' | 'reject') => {
      const call = session.perform('postgres.rows.update', UPDATE);
      call.catch(() => undefined);
      let [waiting] = (await operator.get('/approvals')).body.data;
      while (!waiting) [waiting] = (await operator.get('/approvals')).body.data;
      await operator.post(`/approvals/${waiting.id}/${how}`, {});
      return call;
    };
    expect(await decided('approve')).toMatchObject({ rowCount: 1 });
    await expect(decided('reject')).rejects.toThrow(ApprovalRejectedError);
  });

  it('withdraws the question where its caller gives up while it waits', async () => {
    const { session, operator, credits } = await newWorld();
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    const signal = AbortSignal.timeout(patience(1_000));
    await expect(session.perform('postgres.rows.update', UPDATE, { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const { actions = [] } = await session.read();
    expect(actions).toMatchObject([{ status: 'REJECTED', refusal: { code: 'withdrawn' } }]);
    expect((await operator.get('/approvals')).body.data).toEqual([]);
    expect(await credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('is continued by another process, which gets the answer of the provider', async () => {
    const { session, agent, operator } = await newWorld();
    const update = { apiName: 'postgres.rows.update', payload: UPDATE, perform: true };
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    const asked = (await agent.post(`/sessions/${session.id}/actions?wait=0`, update)).body.data;
    await operator.post(`/approvals/${asked.approval.id}/approve`);
    expect(await session.resume(asked.id)).toMatchObject({ rowCount: 1, rows: [{ id: 1, credit: 99 }] });
  });

  it('rejects where nothing is offered', async () => {
    const { session } = await newWorld([]);
    const refused = session.perform('postgres.rows.update', UPDATE);
    await expect(refused).rejects.toThrow(BackstopProblemError);
    await expect(refused).rejects.toMatchObject({ code: 'operation-not-offered', status: 403 });
  });
});
