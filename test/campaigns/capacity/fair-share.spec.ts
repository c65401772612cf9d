import http from 'node:http';
import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const CONNECTIONS = 100;
const ASKED = 9;
const KEYS = 4_000;
/**
 * The largest part of another organization's waiting answers that may come before one's own. Without turns it is all of
 * them; with turns a few, and on a busy machine those that this process read late.
 */
const PART = 1 / 2;

let service: ServiceProcess;
beforeAll(async () => {
  // The answers are not judged, because the test measures the service alone.
  service = await startService({ NODE_OPTIONS: '' });
});
afterAll(() => service.stop());

/** Sends the same request again and again, on as many connections as there are, until it is stopped. */
function flood({ credential }: Caller, method: string, path: string, text = '') {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = {
    authorization: `Bearer ${credential}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const seen = { answers: 0, failures: 0, statuses: new Set<number>() };
  let isOver = false;
  const send = () =>
    new Promise<void>((resolve) => {
      const asked = http.request(service.url + path, { method, headers, agent }, (response) => {
        response.resume().on('end', () => {
          seen.answers++;
          seen.statuses.add(response.statusCode ?? 0);
          resolve();
        });
      });
      asked.on('error', () => {
        seen.failures++;
        resolve();
      });
      asked.end(text);
    });
  const working = Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (!isOver) await send();
    }),
  );
  const stop = async () => {
    isOver = true;
    await working;
    agent.destroy();
  };
  return { seen, stop };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.trunc(values.length / 2)] ?? 0;

const LARGE = JSON.stringify({
  apiName: 'crm.notes.create',
  operationType: 'CREATE',
  payload: Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`key ${n}`, 'x'.repeat(40)])),
  // Refused once it is read, so that the service alone is at work, and no database.
  unknown: true,
});

it.each([
  ['large calls that are refused', 'POST', LARGE],
  ['small readings', 'GET', ''],
])(
  'an organization that sends %s on many connections, as fast as it can, is answered in turns with another one',
  async (_, method, text) => {
    const [greedy, other] = [await newOrganization(service), await newOrganization(service)];
    const [theirs, mine] = [await newSession(greedy.agent), await newSession(other.agent)];
    const path = `/sessions/${theirs}${method === 'POST' ? '/actions' : ''}`;
    const flooding = flood(greedy.agent, method, path, text);
    const before: number[] = [];
    try {
      await eventually(
        () => flooding.seen.answers,
        (count) => count >= CONNECTIONS,
      );
      for (let asked = 0; asked < ASKED; asked++) {
        const from = flooding.seen.answers;
        expect((await other.agent.get(`/sessions/${mine}`)).status).toBe(200);
        before.push(flooding.seen.answers - from);
      }
    } finally {
      await flooding.stop();
    }
    expect(median(before)).toBeLessThan(CONNECTIONS * PART);
    // Its requests become slower, and none is lost.
    expect([...flooding.seen.statuses]).toEqual([method === 'POST' ? 400 : 200]);
    expect(flooding.seen.failures).toBe(0);
  },
);
