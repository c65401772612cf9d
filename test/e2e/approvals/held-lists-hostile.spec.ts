import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import type { ServiceProcess } from '../../support/service.mjs';

const SESSIONS = 201;
const INTENT = 10_000;
const PAGES = 250;
/** A look is made every half second. */
const WOKEN_MS = 3_000;
const MOST_PAGES = 50;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  [service] = own.services as [ServiceProcess];
});
afterAll(() => own.drop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a change of a list whose state it knows. */
async function wait({ operator }: Organization, query: string, signal: AbortSignal) {
  const authorization = `Bearer ${operator.credential}`;
  const url = `${service.url}/sessions?${query}`;
  const known = await fetch(url, { headers: { authorization } });
  await known.text();
  const headers = { authorization, 'if-none-match': known.headers.get('etag') ?? '' };
  const answered = fetch(`${url}&wait=60`, { headers, signal }).then(
    async ({ status }) => ({ status, at: performance.now() }),
    () => ({ status: 0, at: performance.now() }),
  );
  return { answered };
}

it('an organization that waits for many large pages holds up no other one that waits', async () => {
  const [greedy, other] = [await newOrganization(service), await newOrganization(service)];
  await newSession(greedy.agent);
  await own.superuser.query(
    `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated)
     SELECT gen_random_uuid(), $1, 'greedy', (SELECT string_agg(md5(random()::text || n || i), '') FROM generate_series(1, $3::int / 32) i), false
     FROM generate_series(1, $2::int) n`,
    [greedy.id, SESSIONS, INTENT],
  );
  const end = new AbortController();
  const waiting = [];
  for (let page = 0; page < PAGES; page++) {
    const until = new Date(Date.now() + 86_400_000 + page).toISOString();
    waiting.push(await wait(greedy, `limit=200&until=${until}`, end.signal));
  }
  const { answered } = await wait(other, 'limit=1', end.signal);
  await pause(2_000);
  const took: number[] = [];
  const from = performance.now();
  await newSession(other.agent);
  const { status, at } = await answered;
  took.push(at - from);
  expect(status).toBe(200);
  expect(Math.min(...took)).toBeLessThan(WOKEN_MS);
  const early = await Promise.all(
    waiting.map(({ answered: one }) => Promise.race([one, pause(0).then(() => ({ status: 'held' as const }))])),
  );
  const count = (wanted: unknown) => early.filter((one) => one.status === wanted).length;
  expect([count('held'), count(429)]).toEqual([MOST_PAGES, PAGES - MOST_PAGES]);
  end.abort();
}, 400_000);
