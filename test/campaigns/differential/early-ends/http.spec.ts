import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { eventually } from '../../../support/patience.mjs';
import { type Random, randomOf } from '../random.js';
import { seedsOf } from '../seeds.js';
import { abortedWrite, HTTP_CLIENTS, type HttpClient, lastWrite } from './http-clients.js';
import { inTime } from './in-time.js';
import { aWhile, quiet, SlowGate } from './programs.js';

/**
 * Random programs of clients over HTTP leave lists, streams and calls unfinished, or abort them at a random
 * moment. The client works afterwards, each call that was asked for has an outcome, and none that was refused is sent.
 */
const seeds = seedsOf(120, 30);

let server: Server;
let url: string;
let random: Random = randomOf(1);
let isRead: NonNullable<HttpClient['isRead']> = ({ method }) => method === 'GET';
const isGet = isRead;
const written: string[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The client has gone.
      return;
    }
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(chunks).toString('latin1');
    const reads = isRead({ method, path, body, target: String(headers['x-amz-target'] ?? '') });
    if (!reads) written.push(`${method} ${path} ${body}`);
    await aWhile(random);
    answer(response, path, reads);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Lists have no end, and files are long. */
function answer(response: ServerResponse, path: string, reads: boolean): void {
  if (path.includes('large') || path.includes('contents')) return void response.end('x'.repeat(200_000));
  if (path.includes('list-type')) {
    const list = '<IsTruncated>true</IsTruncated><NextContinuationToken>n</NextContinuationToken>';
    return void response.end(`<ListBucketResult>${list}<Contents><Key>k</Key></Contents></ListBucketResult>`);
  }
  response.setHeader('content-type', 'application/json');
  response.setHeader('link', `<${url}/repos/o/r/issues?page=2>; rel="next"`);
  const list = { object: 'list', data: [{ id: 'a' }, { id: 'b' }], has_more: true, url: '/v1/customers' };
  const ofSlack = { ok: true, channels: [{}], response_metadata: { next_cursor: 'n' } };
  const ofOthers = { results: [{ id: 'a' }], next_cursor: 'n', paging: { next: { after: 'n' } }, nextPageToken: 'n' };
  const ofDynamo = { Items: [{ id: { S: 'a' } }], LastEvaluatedKey: { id: { S: 'a' } } };
  const made = { success: true, lastSyncId: 1 };
  const issues = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'e' } };
  const ofLinear = { data: path === '/graphql' ? { issueCreate: made, issueUpdate: made, issues } : list.data };
  const one = { ...list, id: 'x', ...ofSlack, ...ofOthers, ...ofDynamo, ...ofLinear };
  response.end(JSON.stringify(reads && path.startsWith('/repos/o/r/issues') ? [{ id: 1 }] : one));
}

describe.each(HTTP_CLIENTS)('a program that ends calls of $connector early', (http) => {
  it.each(seeds.starts)('from seed %i on leaves a client that works', async (start) => {
    isRead = http.isRead ?? isGet;
    for (const seed of seeds.from(start)) {
      random = randomOf(seed);
      written.length = 0;
      const isBlocked = random(5) === 0;
      const gate = isBlocked ? blockingGate() : new SlowGate(seed);
      const client = wrapRecorded(http.make(url), gate, { connector: http.connector });
      for (let left = 1 + random(4); left > 0; left -= 1) {
        const step = random(3) === 0 ? null : http.steps[random(http.steps.length)];
        const going = step ? step(client, random) : abortedWrite(http, client, random);
        if (random(3))
          await inTime(
            going.catch(() => undefined),
            `seed ${seed}: the program`,
          );
        else quiet(going);
        if (random(2)) await aWhile(random);
      }
      const last = inTime(lastWrite(http, client), `seed ${seed}: a later call`);
      if (isBlocked) await expect(last).rejects.toMatchObject({ code: 'policy-blocked' });
      else await last;
      // An ask that its caller gave up is withdrawn, and has no outcome.
      const ended = () => gate.outcomes.length + gate.givenUp.length;
      await eventually(() => ended() === gate.asked.length);
      const succeeded = gate.statuses.filter((status) => status.endsWith(' SUCCESS')).length;
      const sent = isBlocked ? written : written.length >= succeeded;
      expect({ seed, isBlocked, ended: ended(), sent }).toEqual({
        ...{ seed, isBlocked, ended: gate.asked.length, sent: isBlocked ? [] : true },
      });
    }
  });
});

describe('a program that ends calls early', () => {
  it('is seen to hang, to send, and to lose an outcome', async () => {
    const never = new Promise<never>(() => undefined);
    await expect(inTime(never, 'a call')).rejects.toThrow('it hangs');
    const [stripe] = HTTP_CLIENTS;
    if (!stripe) throw new Error('Stripe is among the clients.');
    isRead = isGet;
    written.length = 0;
    await lastWrite(stripe, stripe.make(url));
    expect(written).toHaveLength(1);
  });
});
