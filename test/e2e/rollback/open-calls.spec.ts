import { expectToBlock } from '../../support/blocks.js';
import { type Answer, newSession, unique } from '../../support/client.js';
import { errorOf, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, type Performing } from '../../support/performing.js';
import { startService } from '../../support/service.mjs';
import { arrived } from '../../support/while-held.js';

afterAll(async () => {
  await dropDatabases();
  await rows.end();
});

const NOT_BEGUN = ['CLEARED', 'queued', null];
const TAKEN_BACK = ['REJECTED', 'done', 'rolled-back'];
const NO_HASH = 'f'.repeat(64);
const ROLLBACKS_A_DAY = 100;

const pathOf = ({ session }: Performing) => `/sessions/${session}`;

/** Asks for a call that sets the credit of a customer. */
async function ask(world: Performing, customer: number, more: object = {}): Promise<string> {
  const payload = { table: 'customers', match: { id: customer }, values: { credit: customer } };
  const call = { apiName: 'postgres.rows.update', payload, perform: true, ...more };
  return (await world.agent.post(`${pathOf(world)}/actions?wait=0`, call)).body.data.id;
}

async function stateOf(world: Performing, id: string | undefined) {
  const { status, performance } = (await world.agent.get(`${pathOf(world)}/actions/${id}`)).body.data;
  return [status, performance.state, performance.reason];
}

const isDone = (world: Performing, id: string | undefined) =>
  eventually(
    async () => (await stateOf(world, id))[0],
    (status) => status === 'SUCCESS',
  );

/** Another client's transaction holds the row of a customer. */
async function holdCustomer({ database }: Performing, customer: number) {
  const client = await database.pool.connect();
  await client.query(`BEGIN; UPDATE customers SET name = name WHERE id = ${customer}`);
  const letGo = async () => {
    await client.query('ROLLBACK');
    client.release();
  };
  return { letGo, isWaitedFor: () => expectToBlock(client, database.pool) };
}

/** Keeps calls from beginning, as if a process that stands still held their lease. */
const keepFromBeginning = (ids: readonly string[], forHours = 1) =>
  rows.query("UPDATE performed_calls SET leased_until = now() + $2 * interval '1 hour' WHERE action_id = ANY ($1)", [
    ids,
    forHours,
  ]);

/** A session with one call that is done, on customer 1, and others that have not begun, on customers 2 and 3. */
async function withQueued(...calls: object[]) {
  const world = await newPerforming();
  const row = await holdCustomer(world, 1);
  const first = await ask(world, 1, { toolCallId: 'call_a' });
  await row.isWaitedFor();
  const queued: string[] = [];
  for (const more of calls) queued.push(await ask(world, 2 + queued.length, more));
  await keepFromBeginning(queued);
  await row.letGo();
  expect(await isDone(world, first)).toBe('SUCCESS');
  return { world, first, queued };
}

/** A session with a call that is done, one that runs until its row is let go, and one that is queued behind it. */
async function withRunning() {
  const world = await newPerforming();
  const done = await ask(world, 1);
  expect(await isDone(world, done)).toBe('SUCCESS');
  const row = await holdCustomer(world, 2);
  const running = await ask(world, 2);
  await row.isWaitedFor();
  const queued = await ask(world, 3);
  return { world, done, running, queued, letGo: row.letGo };
}

const isTakenBack = (world: Performing, id: string) =>
  eventually(
    () => stateOf(world, id),
    ([status]) => status === 'REJECTED',
  );

describe('A performed call that has not begun', () => {
  type Order = (world: Performing, queued: string | undefined) => Promise<Answer>;
  it.each<[string, string, Order]>([
    [
      'names an older plan',
      'plan-changed',
      (world) => world.operator.post(`${pathOf(world)}/rollback`, { planHash: NO_HASH }),
    ],
    [
      'forces a call that it does not undo',
      'validation-failed',
      (world) => world.operator.post(`${pathOf(world)}/rollback`, { force: [world.session] }),
    ],
    [
      'is an agent’s and forces',
      'operator-required',
      (world) => world.agent.post(`${pathOf(world)}/rollback`, { onConflict: 'force' }),
    ],
    [
      'is of this call alone, which has no effect yet',
      'not-rollable',
      (world, queued) => world.operator.post(`${pathOf(world)}/actions/${queued}/rollback`),
    ],
    [
      'is an agent’s 101st of the day',
      'rate-limited',
      async (world) => {
        await world.agent.post(`${pathOf(world)}/rollback`, { toolCallId: 'call_a' });
        await rows.query(
          `INSERT INTO rollbacks SELECT clone.* FROM rollbacks r, generate_series(2, $2::int) n,
             LATERAL json_populate_record(r, json_build_object('id', gen_random_uuid(), 'n', n)) AS clone
           WHERE r.organization_id = $1`,
          [world.id, ROLLBACKS_A_DAY],
        );
        return world.agent.post(`${pathOf(world)}/rollback`);
      },
    ],
    [
      'is of its agent since a moment to come',
      'validation-failed',
      async (world) => {
        const [agent] = (await world.operator.get('/agents')).body.data;
        const since = new Date(Date.now() + 3_600_000).toISOString();
        return world.operator.post(`/agents/${agent.id}/rollback`, { since });
      },
    ],
  ])('stays queued where a rollback is refused that %s', async (_, code, order) => {
    const { world, queued } = await withQueued({});
    expect(errorOf(await order(world, queued[0]))).toBe(code);
    expect(await stateOf(world, queued[0])).toEqual(NOT_BEGUN);
    await keepFromBeginning(queued, -1);
    expect(await isDone(world, queued[0])).toBe('SUCCESS');
  });

  it('stays queued where a revert is refused, and is taken back by the revert', async () => {
    const { world, first, queued } = await withQueued({});
    const undone = await world.operator.post(`${pathOf(world)}/actions/${first}/rollback`);
    const path = `${pathOf(world)}/rollback/${undone.body.data.rollbackId}/revert`;
    expect(errorOf(await world.operator.post(path, { planHash: NO_HASH }))).toBe('plan-changed');
    expect(await stateOf(world, queued[0])).toEqual(NOT_BEGUN);
    const { hash } = (await world.operator.get(path)).body.data;
    const reverted = await world.operator.post(path, { planHash: hash });
    expect(reverted.body.data.results).toMatchObject([{ outcome: 'REAPPLIED' }]);
    expect(await stateOf(world, queued[0])).toEqual(TAKEN_BACK);
  });

  it('is taken back with the session, also by an order that names the plan with it', async () => {
    const { world, first, queued } = await withQueued({});
    const { hash, plan } = (await world.operator.get(`${pathOf(world)}/rollback`)).body.data;
    expect(plan.map(({ actionId }: { actionId: string }) => actionId).sort()).toEqual([first, queued[0]].sort());
    const undone = await world.operator.post(`${pathOf(world)}/rollback`, { planHash: hash });
    expect(undone.body.data).toMatchObject({
      displayStatus: 'REVERTED',
      results: [{ actionId: first, outcome: 'ROLLED_BACK' }],
    });
    expect(await stateOf(world, queued[0])).toEqual(TAKEN_BACK);
  });

  it('is all that a rollback ends in a session without an effect, and nothing starts in it afterwards', async () => {
    const { world, first, queued } = await withQueued({});
    await world.operator.post(`${pathOf(world)}/actions/${first}/rollback`);
    const undone = await world.operator.post(`${pathOf(world)}/rollback`);
    expect(undone.body.data).toMatchObject({ state: 'finished', displayStatus: 'REVERTED', results: [] });
    expect(await stateOf(world, queued[0])).toEqual(TAKEN_BACK);
    const refused = await world.perform('postgres.query', { sql: 'SELECT 1' });
    expect(errorOf(refused)).toBe('session-rolled-back');
  });

  it('stays queued where the rollback of one action, of a tool call, or from an action on leaves it alone', async () => {
    const { world, first, queued } = await withQueued({ toolCallId: 'call_b' }, { toolCallId: 'call_c' });
    const [second, third] = queued;
    await world.operator.post(`${pathOf(world)}/actions/${first}/rollback`);
    expect([await stateOf(world, second), await stateOf(world, third)]).toEqual([NOT_BEGUN, NOT_BEGUN]);
    const undone = await world.operator.post(`${pathOf(world)}/rollback`, { fromActionId: third });
    expect([undone.status, undone.body.data.results]).toEqual([200, []]);
    expect([await stateOf(world, second), await stateOf(world, third)]).toEqual([NOT_BEGUN, TAKEN_BACK]);
    expect((await world.operator.post(`${pathOf(world)}/rollback`, { toolCallId: 'call_b' })).status).toBe(200);
    expect(await stateOf(world, second)).toEqual(TAKEN_BACK);
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('is made where it was queued after a rollback whose key is repeated', async () => {
    const { world, first } = await withQueued();
    const key = unique('once');
    const undo = () => world.operator.post(`${pathOf(world)}/rollback`, { fromActionId: first }, key);
    const undone = await undo();
    const row = await holdCustomer(world, 2);
    await ask(world, 2);
    await row.isWaitedFor();
    const later = await ask(world, 3);
    const repeated = await undo();
    expect(repeated.body.data.rollbackId).toBe(undone.body.data.rollbackId);
    await row.letGo();
    expect(await isDone(world, later)).toBe('SUCCESS');
  });

  it('is no older effect on which the undo of another call could depend', async () => {
    const world = await newPerforming();
    const policy = { apiNamePattern: 'postgres.query', action: 'REQUIRE_APPROVAL' };
    await world.operator.post('/policies', policy);
    const sql = 'UPDATE customers SET credit = 5 WHERE id = 1';
    const older = (await world.perform('postgres.query', { sql })).body.data;
    const newer = await ask(world, 1);
    expect(await isDone(world, newer)).toBe('SUCCESS');
    await keepFromBeginning([older.id]);
    await world.operator.post(`/approvals/${older.approval.id}/approve`);
    expect(await stateOf(world, older.id)).toEqual(NOT_BEGUN);
    const undone = await world.operator.post(`${pathOf(world)}/actions/${newer}/rollback`);
    expect(undone.body.data.results).toMatchObject([{ actionId: newer, outcome: 'ROLLED_BACK' }]);
    await keepFromBeginning([older.id], -1);
    expect(await isDone(world, older.id)).toBe('SUCCESS');
    expect(await world.credits()).toEqual(['1:5', '2:10', '3:10']);
  });

  it('waits while another call of its session is undone, also where a purge is refused, and is made then', async () => {
    const { world, first, queued } = await withQueued({});
    const row = await holdCustomer(world, 1);
    const undoing = world.operator.post(`${pathOf(world)}/actions/${first}/rollback`);
    await row.isWaitedFor();
    await keepFromBeginning(queued, -1);
    expect(errorOf(await world.operator.delete(`${pathOf(world)}/purge`))).toBe('rollback-running');
    const elsewhere = { ...world, session: await newSession(world.agent) };
    expect(await isDone(elsewhere, await ask(elsewhere, 3))).toBe('SUCCESS');
    expect(await stateOf(world, queued[0])).toEqual(NOT_BEGUN);
    const taken = await rows.query('SELECT fence FROM performed_calls WHERE action_id = ANY ($1)', [queued]);
    expect(taken.rows).toEqual([{ fence: '0' }]);
    await row.letGo();
    const { results, finishedAt } = (await undoing).body.data;
    expect(results).toMatchObject([{ outcome: 'ROLLED_BACK' }]);
    expect(await isDone(world, queued[0])).toBe('SUCCESS');
    const { startedAt } = (await world.read(queued[0] ?? '')).body.data.performance;
    expect(startedAt >= finishedAt).toBe(true);
    expect(await world.credits()).toEqual(['1:10', '2:2', '3:3']);
  });
});

describe('A performed call that runs', () => {
  it('is waited for by the undo of another call, which the calls behind it do not delay', async () => {
    const { world, done, running, queued, letGo } = await withRunning();
    const undoing = world.operator.post(`${pathOf(world)}/actions/${done}/rollback`);
    const isHeldBack = async () =>
      (await rows.query('SELECT FROM performed_calls WHERE action_id = $1 AND leased_until > now()', [queued]))
        .rowCount;
    expect(await eventually(isHeldBack)).toBe(1);
    await letGo();
    expect((await undoing).body.data.results).toMatchObject([{ actionId: done, outcome: 'ROLLED_BACK' }]);
    expect(await isDone(world, running)).toBe('SUCCESS');
    expect(await isDone(world, queued)).toBe('SUCCESS');
    expect(await world.credits()).toEqual(['1:10', '2:2', '3:3']);
  });

  it('is undone itself once it is over, and calls behind it are made', async () => {
    const { world, running, queued, letGo } = await withRunning();
    const undoing = world.operator.post(`${pathOf(world)}/actions/${running}/rollback`);
    await arrived([world.operator]);
    await letGo();
    expect((await undoing).body.data.results).toMatchObject([{ actionId: running, outcome: 'ROLLED_BACK' }]);
    expect(await isDone(world, queued)).toBe('SUCCESS');
    expect(await world.credits()).toEqual(['1:1', '2:10', '3:3']);
  });

  it('is undone by an order that names the plan with it, and the calls behind it never begin', async () => {
    const { world, done, running, queued, letGo } = await withRunning();
    const { hash } = (await world.operator.get(`${pathOf(world)}/rollback`)).body.data;
    const undoing = world.operator.post(`${pathOf(world)}/rollback`, { planHash: hash });
    expect(await isTakenBack(world, queued)).toEqual(TAKEN_BACK);
    await letGo();
    expect((await undoing).body.data).toMatchObject({
      displayStatus: 'REVERTED',
      results: [
        { actionId: running, outcome: 'ROLLED_BACK' },
        { actionId: done, outcome: 'ROLLED_BACK' },
      ],
    });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('leaves an order refused whose plan another rollback changed while it waited', async () => {
    const { world, done, letGo } = await withRunning();
    const path = `${pathOf(world)}/rollback`;
    const { hash } = (await world.operator.get(path)).body.data;
    const orders = [
      world.operator.post(path, { planHash: hash }),
      world.operator.post(`${pathOf(world)}/actions/${done}/rollback`, { planHash: hash }),
    ];
    await arrived([world.operator]);
    await letGo();
    const answers = await Promise.all(orders);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.flatMap((answer) => errorOf(answer) ?? [])).toEqual(['plan-changed']);
  });

  it('is waited for no longer when the process stops: the answer is 409 calls-open at once', async () => {
    const { world, letGo } = await withRunning();
    const service = await startService();
    try {
      const undo = `${pathOf(world)}/rollback`;
      let isOver = false;
      const earlier = world.operator.post(undo).finally(() => {
        isOver = true;
      });
      await arrived([world.operator]);
      const stopped = world.operator.at(service).post(undo);
      await arrived([world.operator.at(service)]);
      await service.stop();
      expect([errorOf(await stopped), isOver]).toEqual(['calls-open', false]);
      await letGo();
      expect((await earlier).body.data.displayStatus).toBe('REVERTED');
    } finally {
      await service.kill('SIGKILL');
    }
  });
});
