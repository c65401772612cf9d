import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const SESSIONS = 60;
const INTENT = 10_000;
const PAGES = 60;
/** A look is made every half second. */
const WOKEN_MS = 10_000;
const MOST_PAGES = 50;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase();
  // Not judged: what is measured is the service alone.
  service = await startService({ DATABASE_URL: own.serviceUrl, NODE_OPTIONS: '' });
});
afterAll(async () => {
  await service.stop();
  await own.drop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a change of a list, whatever its state is now. */
function wait({ operator }: Organization, query: string, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${operator.credential}`, 'if-none-match': '*' };
  return fetch(`${service.url}/sessions?${query}&wait=60`, { headers, signal }).then(
    async (answer) => {
      await answer.text();
      return { status: answer.status, at: performance.now() };
    },
    () => ({ status: 0, at: performance.now() }),
  );
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
  const waiting = Array.from({ length: PAGES }, (_, page) => {
    const until = new Date(Date.now() + 86_400_000 + page).toISOString();
    return wait(greedy, `limit=200&until=${until}`, end.signal);
  });
  let refused = 0;
  for (const one of waiting) void one.then(({ status }) => (refused += Number(status === 429)));
  const until = performance.now() + 60_000;
  while (refused < PAGES - MOST_PAGES && performance.now() < until) await pause(50);
  const answered = wait(other, 'limit=1', end.signal);
  await pause(2_000);
  const from = performance.now();
  await newSession(other.agent);
  const { status, at } = await answered;
  expect(status).toBe(200);
  expect(at - from).toBeLessThan(WOKEN_MS);
  expect(refused).toBe(PAGES - MOST_PAGES);
  end.abort();
});
