import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patience } from '../../../test/support/patience.mjs';
import { Transport } from './transport.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ask = (baseUrl: string, timeoutMs = 10_000) =>
  new Transport({ baseUrl, apiKey: 'bks_live_secret' }).request('GET', '/x', { repeat: false, timeoutMs });
const problem = (status: number, code: string) =>
  JSON.stringify({ data: null, error: { type: `urn:x/${code}`, title: code, status, detail: code }, timestamp: '' });

const SILENCE = 'no answer in time';

/** Cases with their behaviour, and whether the service counts as reached. */
const CASES: [string, RequestListener, boolean][] = [
  ['a connection that breaks', (_, answer) => void answer.socket?.destroy(), false],
  [SILENCE, () => undefined, false],
  ['a gateway that says 502', (_, answer) => void answer.writeHead(502).end('<html>'), false],
  [
    'a gateway that says 503',
    (_, answer) => void answer.writeHead(503).end('{"message":"no healthy upstream"}'),
    false,
  ],
  ['a gateway that says 504', (_, answer) => void answer.writeHead(504).end(), false],
  ['a 503 of the service', (_, answer) => void answer.writeHead(503).end(problem(503, 'unavailable')), true],
  ['a 500 of the service', (_, answer) => void answer.writeHead(500).end(problem(500, 'internal')), true],
  ['a 500 of another server', (_, answer) => void answer.writeHead(500).end('oops'), true],
  ['a page of another server', (_, answer) => void answer.writeHead(200).end('<html>'), true],
  ['a redirect', (_, answer) => void answer.writeHead(302, { location: 'https://example.com' }).end(), true],
  [
    'an answer that breaks off',
    (_, answer) => {
      answer.writeHead(403, { 'content-length': 500 }).write('{"data":');
      setTimeout(() => answer.socket?.destroy(), 50);
    },
    true,
  ],
];

describe('a request', () => {
  it.each(CASES)('that meets %s fails', async (what, listener, answered) => {
    const url = await answering(listener);
    const failure = what === SILENCE ? ask(url, 500) : ask(url);
    await expect(failure).rejects.toMatchObject({ name: 'BackstopUnavailableError', answered });
    await expect(failure).rejects.toMatchObject({ message: expect.not.stringContaining('secret') });
  });

  it('to an address without a server fails', async () => {
    await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ answered: false, status: 0, code: 'unavailable' });
    await expect(ask('http://nowhere.invalid')).rejects.toMatchObject({ answered: false });
  });

  it('waits for a service that is slow while its /health answers', async () => {
    let probes = 0;
    let held: (() => void) | null = null;
    const url = await answering((request, answer) => {
      const respond = () => void answer.end('{"data":7,"error":null}');
      if (request.url !== '/health') {
        held = respond;
        return;
      }
      probes += 1;
      respond();
      if (probes === 3) held?.();
    });
    const transport = new Transport({ baseUrl: url, apiKey: 'k' }, undefined, patience(100));
    expect(await transport.request('POST', '/x', { idempotent: true })).toBe(7);
    expect(probes).toBe(3);
  });

  it('is given up where the service shows no sign of life', async () => {
    const url = await answering((request, answer) =>
      request.url === '/health' ? answer.socket?.destroy() : undefined,
    );
    const transport = new Transport({ baseUrl: url, apiKey: 'k' }, undefined, 20);
    await expect(transport.request('POST', '/x', { repeat: false })).rejects.toMatchObject({ answered: false });
  });

  it('that takes too long says what was slow, how long, and what to set', async () => {
    const url = await answering((request, answer) => (request.url === '/health' ? answer.end('{}') : undefined));
    const transport = new Transport(
      { baseUrl: url, apiKey: 'k', requestTimeoutMs: 1_000, concurrency: 1 },
      undefined,
      450,
    );
    const requests = [transport.request('POST', '/x'), transport.request('GET', '/y')];
    // Either may end first.
    const [sent, queued] = (await Promise.allSettled(requests)) as PromiseRejectedResult[];
    expect(queued?.reason.message).toMatch(
      /^Backstop is slow: GET \/y had no answer after [\d.]+ s \([\d.]+ s of them in the queue behind 1 /,
    );
    expect(sent?.reason).toMatchObject({
      name: 'BackstopUnavailableError',
      answered: true,
      message: expect.stringMatching(
        /POST \/x had no answer after [\d.]+ s, although .* Set requestTimeoutMs of new Backstop\(\) to wait longer\. /,
      ),
    });
  });

  it('waits for its turn where as many are under way as may be, but not for those that the service holds', async () => {
    let [underWay, most] = [0, 0];
    const order: string[] = [];
    const url = await answering((request, answer) => {
      if (request.url === '/held') return;
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        answer.end('{"data":1,"error":null}');
      });
    });
    const noting: typeof fetch = (input, init) => {
      order.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
    const transport = new Transport({ baseUrl: url, apiKey: 'k', concurrency: 8, fetch: noting });
    const held = Array.from({ length: 20 }, () =>
      transport.request('GET', '/held', { isHeld: true, timeoutMs: 60_000 }),
    );
    for (const one of held) one.catch(() => undefined);
    const answers = await Promise.all(Array.from({ length: 300 }, (_, id) => transport.request('POST', `/${id}`)));
    expect([answers.length, most <= 8, most > 1]).toEqual([300, true, true]);
    expect(order.slice(20)).toEqual(Array.from({ length: 300 }, (_, id) => `/${id}`));
  });

  it('that waits for its turn fails with the one before it where the service is away', async () => {
    const transport = new Transport({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', concurrency: 1 });
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => transport.request('GET', '/x', { repeat: false })),
    );
    expect(all.map((one) => one.status === 'rejected' && one.reason.answered)).toEqual(Array(50).fill(false));
  });

  it.each([{ concurrency: 0 }, { concurrency: 1.5 }, { requestTimeoutMs: 10 }])('is not made with %p', (options) => {
    expect(() => new Transport({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', ...options })).toThrow(TypeError);
  });

  it('is repeated with the same idempotency key, and names the id of the request', async () => {
    const keys: unknown[] = [];
    const url = await answering((request, answer) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length < 3) answer.writeHead(502).end();
      else answer.writeHead(201, { 'x-request-id': 'r-1' }).end('{"data":7,"error":null}');
    });
    const transport = new Transport({ baseUrl: `${url}/`, apiKey: 'k' });
    expect(await transport.exchange('POST', '/x', { body: {}, idempotent: true })).toEqual({
      data: 7,
      status: 201,
      requestId: 'r-1',
    });
    expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
  });
});
