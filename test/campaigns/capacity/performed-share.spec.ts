import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually, patience } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

const SLOW_CALLS = 100;
/** The calls of one organization under way in a process (docs/contract.md, "Performed calls"). */
const UNDER_WAY = 8;
const MEASURED = 25;
/** The other organization's calls are made on the same two cores, beside eight held ones and look-ups for the rest. */
const MOST_TIMES_SLOWER = 4;

/** An HTTP interface that answers at once, or holds every request until it is told to go on. */
async function startProvider() {
  const held: ServerResponse[] = [];
  let isHolding = false;
  const answer = (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{"n":0}');
  const server = createServer((_, response) => {
    if (isHolding) held.push(response);
    else answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held.length,
    hold: () => {
      isHolding = true;
    },
    goOn: () => {
      isHolding = false;
      for (const response of held.splice(0)) answer(response);
    },
    stop: () => new Promise((closed) => server.close(closed)),
  };
}

async function offer({ operator }: Organization, baseUrl: string) {
  const operations = JSON.stringify([{ method: 'POST', path: '/things' }]);
  const values = { baseUrl, operations };
  const stored = await operator.put('/settings/credentials/http', { values, agentOperations: ['http.*'] });
  expect(stored.status).toBe(200);
}

const CALL = { apiName: 'http.requests.post', payload: { path: '/things', body: { n: 1 } }, perform: true };
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

it(
  'a hundred slow performed calls of one organization do not hold up the calls of another one',
  async () => {
    const own = await newOwnDatabase();
    const service = await startService({ DATABASE_URL: own.serviceUrl, PROVIDER_TIMEOUT_SECONDS: '60' });
    const [slow, quick] = [await startProvider(), await startProvider()];
    try {
      const [many, one] = [await newOrganization(service), await newOrganization(service)];
      await Promise.all([offer(many, slow.url), offer(one, quick.url)]);
      const session = await newSession(one.agent);
      const timesOf = async () => {
        const times: number[] = [];
        for (let count = 0; count < MEASURED; count++) {
          const begun = performance.now();
          const { body } = await one.agent.post(`/sessions/${session}/actions`, CALL);
          expect(body.data.status).toBe('SUCCESS');
          times.push(performance.now() - begun);
        }
        return times;
      };
      await timesOf();
      const before = await timesOf();

      slow.hold();
      const sessions = await Promise.all(Array.from({ length: SLOW_CALLS }, () => newSession(many.agent)));
      const asked = await Promise.all(
        sessions.map(async (id) => {
          const { body } = await many.agent.post(`/sessions/${id}/actions?wait=0`, CALL);
          return `/sessions/${id}/actions/${body.data.id}`;
        }),
      );
      await eventually(slow.held, (count) => count >= UNDER_WAY);
      const meanwhile = await timesOf();
      // None of the hundred has been answered, and no more than eight are under way.
      expect(slow.held()).toBe(UNDER_WAY);
      process.stderr.write(
        `a call beside a hundred slow ones takes ${(median(meanwhile) / median(before)).toFixed(2)} of its time alone\n`,
      );
      expect(median(meanwhile) / median(before)).toBeLessThan(MOST_TIMES_SLOWER);

      slow.goOn();
      for (const path of asked) {
        const read = async () => (await many.agent.get(path)).body.data;
        const { status } = await eventually(read, ({ performance: { state } }) => state === 'done');
        expect(status).toBe('SUCCESS');
      }
    } finally {
      slow.goOn();
      await service.stop();
      await own.drop();
      await Promise.all([slow.stop(), quick.stop()]);
    }
  },
  patience(120_000),
);
