import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closing } from './stopping.mjs';

/**
 * A proxy before a stand-in, which answers at one path the name by which the provider identifies the account or the
 * repository. `is` changes it: from then on the same address leads to another account, which is equal in all else.
 */
export async function startIdentified(url: string, path: RegExp, said: (id: number) => object) {
  let id = 1;
  const { origin, pathname } = new URL(url);
  const server = createServer(async (request, response) => {
    const { method = '', url: at = '', headers } = request;
    const body = await buffer(request);
    const kept = ['authorization', 'content-type', 'accept', 'if-match'].flatMap((name): [string, string][] =>
      headers[name] ? [[name, String(headers[name])]] : [],
    );
    const answer = await fetch(origin + at, { method, headers: kept, ...(body.length > 0 && { body }) });
    const type = answer.headers.get('content-type') ?? 'application/json';
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!path.test(at.split('?')[0] ?? '')) {
      response.writeHead(answer.status, { 'content-type': type });
      return response.end(answer.status === 204 ? undefined : bytes);
    }
    const there = answer.ok ? JSON.parse(bytes.toString()) : {};
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ ...there, ...said(id) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`,
    is: (other: number) => {
      id = other;
    },
    stop: closing(server),
  };
}
