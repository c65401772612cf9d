import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { egressFetch } from './egress-fetch.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const LIMITS = { allowedPrivateHosts: ['127.0.0.1', 'localhost'], timeoutMs: 10_000, maxBytes: 100_000 };

async function get(url: string, limits: Partial<typeof LIMITS> = {}) {
  const { fetch, close } = egressFetch({ ...LIMITS, ...limits });
  try {
    const response = await fetch(url);
    return { status: response.status, url: response.url, text: await response.text() };
  } finally {
    await close();
  }
}

/** The innermost reason, because the message of a failed fetch gives none. */
const reason = (url: string, limits?: Partial<typeof LIMITS>) =>
  get(url, limits).then(
    () => 'it was answered',
    (error) => String((error.cause ?? error).message),
  );

describe('fetch through the egress filter', () => {
  it('gives a whole answer, unpacked, with its status and address', async () => {
    const url = await serve((_, response) => {
      response.writeHead(201, { 'content-encoding': 'gzip' }).end(gzipSync('hello'));
    });
    expect(await get(`${url}/a?b=c`)).toEqual({ status: 201, url: `${url}/a?b=c`, text: 'hello' });
    const empty = await serve((_, response) => response.writeHead(204).end());
    expect(await get(empty)).toEqual({ status: 204, url: `${empty}/`, text: '' });
  });

  it('reaches no private address, by name or by number', async () => {
    const url = await serve((_, response) => response.end('private'));
    expect(await reason(url, { allowedPrivateHosts: [] })).toContain('not a public host');
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await reason(named, { allowedPrivateHosts: ['10.0.0.0/8'] })).toContain('not a public host');
  });

  it('ends the longest of the answers that arrive while all together are longer than memory allows', async () => {
    const piece = Buffer.alloc(1_000_000);
    const url = await serve(({ url: path }, response) => {
      const pieces = path === '/short' ? 1 : 9;
      response.writeHead(200, { 'content-length': pieces * piece.length + 1 });
      for (let sent = 0; sent < pieces; sent++) response.write(piece);
      // Only the short one is complete: the long ones wait for their last byte.
      if (path === '/short') response.end('.');
    });
    const limits = { maxBytes: 10_000_000, timeoutMs: 60_000 };
    const clients = Array.from({ length: 9 }, () => egressFetch({ ...LIMITS, ...limits }));
    const long = clients.map(({ fetch }) =>
      fetch(`${url}/long`).then(
        () => null,
        (error: Error) => error,
      ),
    );
    expect((await get(`${url}/short`, limits)).text).toHaveLength(1_000_001);
    const ended = (await Promise.race(long)) as (Error & { cause?: unknown }) | null;
    expect(String(ended?.cause ?? ended)).toContain('longer than memory allows');
    for (const { close } of clients) await close();
    await Promise.all(long);
  });

  it('follows no redirect', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    expect(await reason(url)).toContain('redirect (302)');
  });

  it('waits no longer than it may, also for an answer that trickles', async () => {
    const silent = await serve(() => undefined);
    const slow = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    for (const url of [silent, slow]) {
      expect(await reason(url, { timeoutMs: 500 })).not.toBe('it was answered');
    }
  });

  it('takes no more than it may, packed or unpacked', async () => {
    const endless = await serve((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await reason(endless)).not.toBe('it was answered');
    const packed = gzipSync(Buffer.alloc(5_000_000));
    const bomb = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    expect(await reason(bomb)).toContain('longer than 100000 bytes');
  });
});
