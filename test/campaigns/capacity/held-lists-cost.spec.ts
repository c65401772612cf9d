import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { costOver, heldBy } from '../../support/held-polls.js';
import { gated } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const POOL = 10;

let own: OwnDatabase;
let metricsPort: number;
let here: ServiceProcess;
let elsewhere: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase();
  metricsPort = await freePort();
  const env = { DATABASE_URL: own.serviceUrl, LISTEN_DATABASE_URL: own.serviceUrl, DATABASE_POOL: String(POOL) };
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

/** Requests that a test leaves behind disturb no later test. */
const all: Waiting[] = [];
beforeEach(() => leave(all.splice(0)));

interface Waiting {
  readonly answer: Promise<{ status: number }>;
  hangUp(): void;
}

/** Sends so many requests of an operator that wait for a change of a list. */
async function waitFor({ operator }: Organization, count: number, query = ''): Promise<Waiting[]> {
  const url = `${here.url}/approvals?wait=60${query}`;
  const authorization = `Bearer ${operator.credential}`;
  const tag = (await fetch(url, { headers: { authorization } })).headers.get('etag') ?? '';
  return Array.from({ length: count }, () => {
    const client = new AbortController();
    const headers = { authorization, 'if-none-match': tag };
    const answer = fetch(url, { headers, signal: client.signal }).then(async (response) => {
      await response.text();
      return { status: response.status };
    });
    answer.catch(() => undefined);
    const waiting = { answer, hangUp: () => client.abort() };
    all.push(waiting);
    return waiting;
  });
}

async function leave(waiting: readonly Waiting[]): Promise<void> {
  for (const { hangUp } of waiting) hangUp();
  expect(await held(0)).toBe(0);
}

/** Measures the waiting alone, once its beginning is over. */
async function costOfWaiting(idle: number): Promise<number> {
  await pause(1_500);
  const cost = await eventually(
    () => costOver(own.superuser, own.role, 4_000),
    ({ perSecond }) => perSecond - idle < 20,
  );
  expect(cost.connections).toBeLessThanOrEqual(2 * POOL + 2);
  return cost.perSecond - idle;
}

describe('requests that wait for a list', () => {
  it('cost two look-ups each half second, one or two hundred of them, of one or twenty organizations', async () => {
    const organizations: Organization[] = [];
    for (let count = 0; count < 20; count++) organizations.push(await newOrganization(here));
    const [first] = organizations as [Organization];
    // A change of one list is no change of another, though one look-up reads both.
    await gated(first.agent, await newSession(first.agent));
    await pause(1_500);
    const { perSecond: idle } = await costOver(own.superuser, own.role, 4_000);
    const one = await waitFor(first, 1);
    expect(await held(1)).toBe(1);
    expect(await costOfWaiting(idle)).toBeLessThan(20);
    const more = await waitFor(first, 99);
    for (const organization of organizations.slice(1)) more.push(...(await waitFor(organization, 5, '&status=ALL')));
    more.push(...(await waitFor(first, 5, '&agentId=one')));
    expect(await held(200)).toBe(200);
    // Two look-ups each half second are four a second, some of them also a transaction of the pool.
    expect(await costOfWaiting(idle)).toBeLessThan(20);
    await leave([...one, ...more]);
  });

  it('are all answered after one change in another process; those of other organizations stay held', async () => {
    const [organization, other] = [await newOrganization(elsewhere), await newOrganization(elsewhere)];
    const session = await newSession(organization.agent);
    // The requests that are not woken began to wait earlier, and would be answered first.
    const [others, waiting] = [await waitFor(other, 20), await waitFor(organization, 100)];
    expect(await held(120)).toBe(120);
    await gated(organization.agent, session);
    const answers = await Promise.all(waiting.map(({ answer }) => answer));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await heldBy(metricsPort)).toBe(20);
    await leave(others);
  });

  it('are all answered when the listening connection is lost', async () => {
    const organization = await newOrganization(elsewhere);
    const session = await newSession(organization.agent);
    await waitFor(await newOrganization(elsewhere), 1);
    const waiting = await waitFor(organization, 5);
    expect(await held(6)).toBe(6);
    await own.superuser.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'backstop listen'",
    );
    await gated(organization.agent, session);
    const answers = await Promise.all(waiting.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // That request began to wait earlier.
    expect(await heldBy(metricsPort)).toBe(1);
  });

  it('are held up to a limit for each organization: one above it is refused, and other organizations may wait', async () => {
    const [greedy, other] = [await newOrganization(elsewhere), await newOrganization(elsewhere)];
    const waiting = await waitFor(greedy, 300);
    let refused = 0;
    for (const { answer } of waiting)
      void answer.then(
        ({ status }) => (refused += Number(status === 429)),
        () => undefined,
      );
    const seen = await eventually(
      async () => refused,
      (count) => count > 0,
    );
    expect(seen).toBeGreaterThan(0);
    expect(await heldBy(metricsPort)).toBeLessThanOrEqual(250);
    const [admitted] = (await waitFor(other, 1)) as [Waiting];
    let isAnswered = false;
    const over = () => (isAnswered = true);
    admitted.answer.then(over, over);
    // A request that comes after it is answered, and this one still waits.
    for (let time = 0; time < 3; time++) expect((await other.operator.at(here).get('/approvals')).status).toBe(200);
    expect(isAnswered).toBe(false);
    await leave([...waiting, admitted]);
    const [again] = (await waitFor(greedy, 1)) as [Waiting];
    expect(await held(1)).toBe(1);
    await leave([again]);
  });

  it('are answered when the service stops', async () => {
    const organization = await newOrganization(elsewhere);
    const waiting = await waitFor(organization, 10);
    expect(await held(10)).toBe(10);
    await here.stop();
    const answers = await Promise.all(waiting.map(({ answer }) => answer));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([304]));
  });
});
