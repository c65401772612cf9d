import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** What happens, and whether the service counts as reached. */
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

  it('is repeated with the same idempotency key, and tells the id of the request', async () => {
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
