import { newOrganization, newSession } from '../../support/client.js';
import { CALLS, HardCalls, MOST } from '../../support/hard-calls.js';
import { slowness } from '../../support/patience.mjs';

const TENFOLD = [MOST / 10, MOST] as const;
/**
 * The processor time in milliseconds for which the event loop may be held up, independent of other load on the machine.
 */
const DELAY_MS = 100 * slowness();
/** A difference in milliseconds that no measurement distinguishes from zero. */
const NOTHING_MS = 20 * slowness();
/** Times as long as the same is done with a call of this size that no connector reads. */
const TIMES_THE_CONTROL = 3;

let calls: HardCalls;
beforeAll(async () => {
  calls = await HardCalls.start();
});
afterAll(() => calls.stop());

/** The least of a few: what else the machine does is not in each of them. */
async function least(bound: number, measure: () => Promise<number>): Promise<number> {
  let found = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && found >= bound; tries++) found = Math.min(found, await measure());
  return found;
}

it.each(CALLS.map(([title, apiName, payloadOf, says]) => ({ title, apiName, payloadOf, says })))(
  '$title does not delay the event loop of the service, from capture to undo, whatever its length',
  async ({ apiName, payloadOf, says }) => {
    const [short, long] = TENFOLD;
    const measure = (length: number) => () => calls.delayOf(apiName, payloadOf(length), says?.(length));
    // The first one starts a process and loads a client.
    await measure(short)();
    const control = await calls.delayOf('crm.notes.create', {
      text: 'x'.repeat(JSON.stringify(payloadOf(long)).length),
    });
    const few = await measure(short)();
    const bound = Math.max(DELAY_MS, TIMES_THE_CONTROL * control);
    const many = await least(bound, measure(long));
    expect(many).toBeLessThan(bound);
    // Tenfold takes tenfold, and twice that on a busy machine.
    expect(many).toBeLessThan(20 * Math.max(few, NOTHING_MS));
  },
);

it('policies of many comparisons with a long list do not delay the event loop', async () => {
  const { agent, operator } = calls;
  const comparison = { field: 'list', operator: 'contains', value: { a: [1, 2, 3] } };
  const rule = { apiNamePattern: 'heavy.*', action: 'ALLOW', condition: { any: Array(100).fill(comparison) } };
  for (let count = 0; count < 20; count++) expect((await operator.post('/policies', rule)).status).toBe(201);
  const session = await newSession(agent);
  const ask = async (apiName: string, length: number) => {
    const payload = { list: Array(length).fill({ a: [1, 2] }) };
    const asked = await agent.post(`/sessions/${session}/actions`, { apiName, operationType: 'UPDATE', payload });
    expect(asked.status).toBe(201);
    return (await calls.probed.delay()).ownMs;
  };
  await ask('heavy.lists.update', 1);
  const control = await ask('light.lists.update', 9_000);
  const few = await ask('heavy.lists.update', 900);
  const bound = Math.max(DELAY_MS, TIMES_THE_CONTROL * control);
  const many = await least(bound, () => ask('heavy.lists.update', 9_000));
  expect(many).toBeLessThan(bound);
  expect(many).toBeLessThan(20 * Math.max(few, NOTHING_MS));
});

it('readings of a session with ten times as many large calls do not delay the event loop', async () => {
  const { agent, operator } = calls;
  const measure = async (count: number) => {
    const session = await newSession(agent);
    const path = `/sessions/${session}`;
    const call = { apiName: 'crm.notes.update', operationType: 'UPDATE', payload: { text: 'x'.repeat(MOST / 4) } };
    for (let logged = 0; logged < count; logged++)
      expect((await agent.post(`${path}/actions`, { ...call, status: 'PENDING_APPROVAL' })).status).toBe(201);
    await calls.probed.delay();
    const readings = [path, `${path}/actions?limit=200`, `${path}/rollback`, `${path}/intent`, '/approvals?limit=200'];
    const answers = await Promise.all([...readings, ...readings].map((reading) => operator.get(reading)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    return (await calls.probed.delay()).ownMs;
  };
  await measure(2);
  const few = await measure(6);
  const many = await least(DELAY_MS, () => measure(60));
  expect(many).toBeLessThan(DELAY_MS);
  expect(many).toBeLessThan(20 * Math.max(few, NOTHING_MS));
});

it('the service answers other clients while it reads a call that is hard to read', async () => {
  const bystander = await newOrganization(calls.probed.service);
  const theirs = await newSession(bystander.agent);
  const session = await newSession(calls.agent);
  let isOver = false;
  const attack = Promise.all(
    CALLS.flatMap(([, apiName, payloadOf]) =>
      Array.from({ length: 2 }, () =>
        calls.agent.post(`/sessions/${session}/actions/precapture`, { apiName, payload: payloadOf(MOST) }),
      ),
    ),
  ).finally(() => {
    isOver = true;
  });
  // Held up by each of them, it would answer a few others at most.
  let answered = 0;
  while (!isOver) {
    expect((await bystander.agent.get(`/sessions/${theirs}`)).status).toBe(200);
    answered += Number(!isOver);
  }
  for (const { status } of await attack) expect(status).toBeLessThan(300);
  expect(answered).toBeGreaterThan(2 * CALLS.length);
});
