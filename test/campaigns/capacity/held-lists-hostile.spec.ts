import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const SESSIONS = 60;
const INTENT = 10_000;
const PAGES = 60;
const MOST_PAGES = 50;

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase();
  // The answers are not judged, because the test measures the service alone.
  service = await startService({ DATABASE_URL: own.serviceUrl, NODE_OPTIONS: '' });
});
afterAll(async () => {
  await service.stop();
  await own.drop();
});

/** Waits for the next change of a list. */
function wait({ operator }: Organization, query: string, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${operator.credential}`, 'if-none-match': '*' };
  return fetch(`${service.url}/sessions?${query}&wait=60`, { headers, signal }).then(
    async (answer) => {
      await answer.text();
      return { status: answer.status };
    },
    () => ({ status: 0 }),
  );
}

it('an organization that waits for many large pages does not delay another one that waits', async () => {
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
  const answers: number[] = [];
  for (const one of waiting) void one.then(({ status }) => answers.push(status));
  const refusals = Array(PAGES - MOST_PAGES).fill(429);
  expect(
    await eventually(
      () => answers,
      ({ length }) => length >= refusals.length,
    ),
  ).toEqual(refusals);
  const answered = wait(other, 'limit=1', end.signal);
  expect((await other.operator.get('/sessions')).status).toBe(200);
  await newSession(other.agent);
  expect((await answered).status).toBe(200);
  // The requests that began to wait earlier are still held: this one was woken.
  expect(answers).toEqual(refusals);
  end.abort();
});
