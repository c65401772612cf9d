import { Caller, newOrganization, newSession, type Organization } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { costOver, type Held, heldBy, hold, type Poll, pendingApprovals } from '../../support/held-polls.js';
import { gated } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const THOUSAND = 1_000;
/** The most requests of one organization's agents that one process holds. */
const MOST = 250;
const POOL = 10;

let own: OwnDatabase;
let metricsPort: number;
let here: ServiceProcess;
let elsewhere: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase();
  metricsPort = await freePort();
  const env = { DATABASE_URL: own.serviceUrl, DATABASE_POOL: String(POOL) };
  here = await startService({ ...env, METRICS_PORT: String(metricsPort) });
  elsewhere = await startService(env);
});
afterAll(async () => {
  await Promise.all([here.stop(), elsewhere.stop()]);
  await own.drop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const held = (count: number) =>
  eventually(
    () => heldBy(metricsPort),
    (seen) => seen === count,
  );
/** The requests arrive a hundred at a time, because the test measures their waiting. */
async function arrive(polls: readonly Poll[]): Promise<Held[]> {
  const before = await heldBy(metricsPort);
  const arrived: Held[] = [];
  for (let from = 0; from < polls.length; from += 100) {
    arrived.push(...hold(here, polls.slice(from, from + 100)));
    expect(await held(before + arrived.length)).toBe(before + arrived.length);
  }
  return arrived;
}
async function leave(polls: readonly Held[]): Promise<void> {
  for (const { hangUp } of polls) hangUp();
  expect(await held(0)).toBe(0);
}
const credentialOf = ({ credential }: Caller) => credential ?? '';
const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one);

/** A call that waits, and the key of the agent that made it. */
async function waitingCall({ agent }: Organization) {
  const { approvalId } = await gated(agent, await newSession(agent));
  return { approvalId, key: credentialOf(agent) };
}

/**
 * Returns the kinds of the answers. If the requests that began to wait earlier are still held then, all of these were
 * woken.
 */
async function kindsOf(polls: readonly Held[]): Promise<string[]> {
  const answers = await Promise.all(polls.map(({ answer }) => answer));
  return [...new Set(answers.map(({ status, approval }) => `${status} ${approval}`))];
}

describe('a thousand held requests on one process', () => {
  it('cost a handful of queries a second and hold no connection, for any number of organizations', async () => {
    await pause(1_500);
    const idle = await costOver(own.superuser, own.role, 3_000);
    for (const organizations of [THOUSAND / MOST, 100, THOUSAND]) {
      const pending = await pendingApprovals(own.superuser, times(organizations, THOUSAND / organizations));
      const polls = await arrive(pending);
      // The cost of their arrival is counted a second later.
      await pause(2_000);
      // Two look-ups each half second were seen as 4 to 13; asking for each organization on its own, as 15, 126 and 1 267.
      const cost = await eventually(
        () => costOver(own.superuser, own.role, 4_000),
        ({ perSecond }) => perSecond - idle.perSecond < 40,
      );
      expect(cost.perSecond - idle.perSecond).toBeLessThan(40);
      expect(cost.busy).toBeLessThan(POOL / 2);
      expect(cost.connections).toBeLessThanOrEqual(2 * POOL);
      expect(await heldBy(metricsPort)).toBe(THOUSAND);
      await leave(polls);
    }
  });

  it('each get the decision that another process makes on theirs', async () => {
    const organization = await newOrganization(elsewhere);
    const others = await arrive(await pendingApprovals(own.superuser, times(990, 1)));
    const calls = await Promise.all(times(10, organization).map(waitingCall));
    const polls = await arrive(calls);
    for (const [index, poll] of polls.entries()) {
      const answer = await organization.operator.post(`/approvals/${calls[index]?.approvalId}/approve`);
      expect([answer.status, await kindsOf([poll])]).toEqual([200, ['200 APPROVED']]);
    }
    expect(await heldBy(metricsPort)).toBe(990);
    await leave(others);
  });

  it('all get one decision that they wait for together; others stay held', async () => {
    const organization = await newOrganization(elsewhere);
    const decided = await waitingCall(organization);
    const others = await arrive(await pendingApprovals(own.superuser, times(750, 1)));
    const polls = await arrive(times(MOST, decided));
    const answer = await organization.operator.post(`/approvals/${decided.approvalId}/approve`);
    expect([answer.status, await kindsOf(polls)]).toEqual([200, ['200 APPROVED']]);
    expect(await heldBy(metricsPort)).toBe(750);
    await leave(others);
  });

  it('are refused when their key is revoked; those of other keys stay held', async () => {
    const organization = await newOrganization(elsewhere);
    const { approvalId, key } = await waitingCall(organization);
    const { body } = await organization.operator.post('/api-keys', { name: 'leaked', kind: 'live' });
    const others = await arrive(times(MOST / 2, { approvalId, key }));
    const polls = await arrive(times(MOST / 2, { approvalId, key: body.data.key }));
    expect((await organization.operator.delete(`/api-keys/${body.data.id}`)).status).toBe(200);
    expect(await kindsOf(polls)).toEqual(['401 null']);
    expect(await held(MOST / 2)).toBe(MOST / 2);
    await leave(others);
  });

  it('are 250 of the agents of one organization at most; its operators, and other organizations, wait beside them', async () => {
    const organization = await newOrganization(elsewhere);
    const { approvalId, key } = await waitingCall(organization);
    const polls = await arrive(times(MOST, { approvalId, key }));
    const [refused] = hold(here, [{ approvalId, key }], 30);
    expect(await refused?.answer).toMatchObject({ status: 429, approval: null });
    const operator = { approvalId, key: credentialOf(organization.operator) };
    const others = await arrive([operator, ...(await pendingApprovals(own.superuser, [1]))]);
    polls.shift()?.hangUp();
    expect(await held(MOST + 1)).toBe(MOST + 1);
    await leave([...polls, ...others, ...(await arrive([{ approvalId, key }]))]);
  });
});
