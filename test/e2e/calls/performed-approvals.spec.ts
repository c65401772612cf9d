import { rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, type Performing, UPDATE } from '../../support/performing.js';

afterAll(async () => {
  await dropDatabases();
  await rows.end();
});

const UNTOUCHED = ['1:10', '2:10', '3:10'];

/** A performed call that waits for an approval; its agent does nothing more. */
async function gated(policy: object = {}) {
  const world = await newPerforming();
  await world.operator.post('/policies', { apiNamePattern: UPDATE.apiName, action: 'REQUIRE_APPROVAL', ...policy });
  const asked = (await world.perform(UPDATE.apiName, UPDATE.payload)).body.data;
  const approval = `/approvals/${asked.approval.id}`;
  return { world, asked, approval };
}

const ended = ({ read }: Performing, id: string) =>
  eventually(
    async () => (await read(id)).body.data,
    ({ performance }) => performance.state === 'done',
  );

const NOT_MADE = { status: 'REJECTED', performance: { state: 'done', attempts: 0 } };

describe('a performed call that waits for an approval', () => {
  it('runs with the arguments that the operator edited, and the record keeps both', async () => {
    const { world, asked, approval } = await gated();
    const payload = { ...UPDATE.payload, values: { credit: 42 } };
    expect((await world.operator.post(`${approval}/approve`, { payload })).status).toBe(200);
    expect(await ended(world, asked.id)).toMatchObject({
      status: 'SUCCESS',
      payload,
      originalPayload: UPDATE.payload,
      violation: null,
    });
    expect((await world.credits())[0]).toBe('1:42');
  });

  it('is not made once its approval has expired', async () => {
    const { world, asked, approval } = await gated();
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 millisecond' WHERE id = $1", [
      asked.approval.id,
    ]);
    expect((await world.operator.post(`${approval}/approve`)).status).toBe(409);
    expect(await ended(world, asked.id)).toMatchObject(NOT_MADE);
    expect(await world.credits()).toEqual(UNTOUCHED);
  });

  it('is approved with a grant, under which the next one runs without a person', async () => {
    const { world, asked, approval } = await gated();
    const grant = { apiNamePattern: 'postgres.rows.*', maxUses: 1, minutes: 5 };
    expect((await world.operator.post(`${approval}/approve`, { grant })).status).toBe(200);
    expect(await ended(world, asked.id)).toMatchObject({ status: 'SUCCESS' });
    const payload = { ...UPDATE.payload, match: { id: 2 } };
    expect((await world.perform(UPDATE.apiName, payload)).body.data).toMatchObject({
      status: 'SUCCESS',
      approval: null,
    });
    expect((await world.perform(UPDATE.apiName, payload)).body.data).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(await world.credits()).toEqual(['1:99', '2:99', '3:10']);
  });

  it.each<[string, (world: Performing) => Promise<unknown>]>([
    [
      'its session was rolled back',
      async ({ agent, session, perform }) => {
        await perform('postgres.query', { sql: 'DELETE FROM customers WHERE id = 3' });
        expect((await agent.post(`/sessions/${session}/rollback`)).body.data.displayStatus).toBe('REVERTED');
      },
    ],
    [
      'its agent was paused',
      async ({ operator }) => {
        const [{ id }] = (await operator.get('/agents')).body.data;
        return operator.put(`/agents/${id}`, { status: 'PAUSED' });
      },
    ],
  ])('is not made after %s', async (_, happens) => {
    const { world, asked, approval } = await gated();
    await happens(world);
    expect(await ended(world, asked.id)).toMatchObject(NOT_MADE);
    expect((await world.operator.post(`${approval}/approve`)).status).toBe(409);
    expect(await world.credits()).toEqual(UNTOUCHED);
  });

  it('is not made after its session was purged: there is nothing to approve any more', async () => {
    const { world, approval } = await gated();
    expect((await world.operator.delete(`/sessions/${world.session}/purge`)).status).toBe(200);
    expect((await world.operator.post(`${approval}/approve`)).status).toBe(404);
    expect(await world.credits()).toEqual(UNTOUCHED);
  });

  it('is not made on a plan without approvals, and runs once the plan has them again', async () => {
    const { world, asked, approval } = await gated();
    /** A process may trust for half a second what it has read of a plan. */
    const onPlan = async (plan: 'FREE' | 'PRO', status: number) => {
      await setPlan(world.id, plan);
      await eventually(
        async () => (await world.operator.get('/approvals')).status,
        (now) => now === status,
      );
    };
    await onPlan('FREE', 403);
    expect((await world.operator.post(`${approval}/approve`)).status).toBe(403);
    expect((await world.read(asked.id)).body.data).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(await world.credits()).toEqual(UNTOUCHED);
    await onPlan('PRO', 200);
    expect((await world.operator.post(`${approval}/approve`)).status).toBe(200);
    expect(await ended(world, asked.id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('is decided once: after it ran, a rejection is 409 and changes nothing', async () => {
    const { world, asked, approval } = await gated();
    await world.operator.post(`${approval}/approve`);
    await ended(world, asked.id);
    expect((await world.operator.post(`${approval}/reject`, {})).status).toBe(409);
    expect((await world.read(asked.id)).body.data).toMatchObject({ status: 'SUCCESS' });
  });

  it("shows its operator how it ended, with the provider's words, and never as unconfirmed", async () => {
    const { world, asked, approval } = await gated();
    expect((await world.operator.get(approval)).body.data).toMatchObject({
      performance: { state: 'waiting' },
      providerRefusal: null,
    });
    await world.database.pool.query('ALTER TABLE customers ADD CHECK (credit < 50)');
    await world.operator.post(`${approval}/approve`);
    await ended(world, asked.id);
    expect((await world.operator.get(approval)).body.data).toMatchObject({
      actionStatus: 'FAILED',
      unconfirmed: false,
      performance: { state: 'done', attempts: 1 },
      providerRefusal: expect.stringContaining('check constraint'),
    });
    const list = '/approvals?status=APPROVED';
    const { headers, body } = await world.operator.get(list);
    expect(body.data).toMatchObject([{ unconfirmed: false, performance: { attempts: 1 } }]);
    const read = () => world.operator.request('GET', list, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect((await read()).status).toBe(304);
    await rows.query('UPDATE performed_calls SET attempts = 2 WHERE action_id = $1', [asked.id]);
    expect((await read()).body.data).toMatchObject([{ performance: { attempts: 2 } }]);
  });
});

describe('an approved call whose row has changed since the person saw it', () => {
  const change = ({ database }: Performing) =>
    database.pool.query("UPDATE customers SET credit = 11, name = 'Other' WHERE id = 1");

  it('goes back to the person under a policy with onChange "ask", and runs when they have seen the row of now', async () => {
    const { world, asked, approval } = await gated({ onChange: 'ask' });
    await rows.query("UPDATE approvals SET created_at = created_at - interval '9 hours' WHERE id = $1", [
      asked.approval.id,
    ]);
    await change(world);
    await world.operator.post(`${approval}/approve`);
    const again = await eventually(
      async () => (await world.operator.get(approval)).body.data,
      ({ status, performance }) => status === 'PENDING' && performance.attempts === 1,
    );
    expect(again).toMatchObject({
      actionStatus: 'PENDING_APPROVAL',
      decidedBy: null,
      decidedAt: null,
      performance: { state: 'waiting', reason: 'resource-changed' },
      context: { difference: [{ before: '11', after: 99 }] },
    });
    expect(again.timeRemaining).toBeGreaterThan(80_000_000);
    expect(again.timeRemaining).toBeLessThanOrEqual(86_400_000);
    expect((await world.operator.get('/approvals')).body.data).toMatchObject([{ id: again.id }]);
    expect((await world.credits())[0]).toBe('1:11');
    const { body: audited } = await world.operator.get('/audit-logs');
    expect(audited.data.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'approval.reopened',
      'approval.approved',
    ]);
    await world.operator.post(`${approval}/approve`);
    expect(await ended(world, asked.id)).toMatchObject({ status: 'SUCCESS', performance: { reason: null } });
    expect((await world.credits())[0]).toBe('1:99');
    const undone = await world.agent.post(`/sessions/${world.session}/rollback`);
    expect(undone.body.data.displayStatus).toBe('REVERTED');
    expect((await world.credits())[0]).toBe('1:11');
  });

  it('runs under a policy with onChange "run", which is the default', async () => {
    const { world, asked, approval } = await gated();
    await change(world);
    await world.operator.post(`${approval}/approve`);
    expect(await ended(world, asked.id)).toMatchObject({ status: 'SUCCESS' });
    expect((await world.credits())[0]).toBe('1:99');
  });

  it('runs where only another row has changed', async () => {
    const { world, asked, approval } = await gated({ onChange: 'ask' });
    await world.database.pool.query(
      "UPDATE customers SET credit = 11 WHERE id = 2; INSERT INTO customers (name) VALUES ('x')",
    );
    await world.operator.post(`${approval}/approve`);
    expect(await ended(world, asked.id)).toMatchObject({ status: 'SUCCESS', performance: { attempts: 1 } });
  });

  it('is not made where the person rejects it then, and a rollback meanwhile ends it', async () => {
    const { world, asked, approval } = await gated({ onChange: 'ask' });
    await change(world);
    await world.operator.post(`${approval}/approve`);
    await eventually(
      async () => (await world.read(asked.id)).body.data,
      ({ performance }) => performance.reason === 'resource-changed',
    );
    expect((await world.operator.post(`${approval}/reject`, {})).status).toBe(200);
    expect(await ended(world, asked.id)).toMatchObject({ status: 'REJECTED' });
    expect((await world.credits())[0]).toBe('1:11');
  });
});
