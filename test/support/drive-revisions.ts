import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const FILE = /^(?:\/upload)?\/drive\/v3\/files\/([^/?]+)(\/revisions)?/;

/**
 * Stands before google-drive-mock, which keeps no revisions: each upload makes one, as at Google Drive. `aheadMs` moves the
 * times of later ones into the future.
 */
export async function startDriveRevisions(mock: string) {
  const revisions = new Map<string, { id: string; modifiedTime: string }[]>();
  const state = { aheadMs: 0 };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const [, file = '', isList] = FILE.exec(url) ?? [];
    const of = revisions.get(file) ?? [];
    const answer = (status: number, content: string | Buffer, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type, date: new Date().toUTCString() });
      response.end(content);
    };
    if (isList) return answer(200, JSON.stringify({ revisions: of }));
    const passed = Object.entries(headers).filter(([name]) => !['connection', 'content-length'].includes(name));
    const from = await fetch(mock + url, {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    if (from.ok && method === 'PATCH' && url.startsWith('/upload')) {
      const modifiedTime = new Date(Date.now() + state.aheadMs).toISOString();
      revisions.set(file, [...of, { id: `revision-${of.length + 1}`, modifiedTime }]);
    }
    const found = Buffer.from(await from.arrayBuffer());
    const type = from.headers.get('content-type') ?? 'application/json';
    const head = revisions.get(file)?.at(-1)?.id;
    const isAsked = new URL(url, mock).searchParams.get('fields')?.includes('headRevisionId');
    if (!from.ok || !isAsked || !head) return answer(from.status, found, type);
    return answer(from.status, JSON.stringify({ ...JSON.parse(found.toString()), headRevisionId: head }), type);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, stop };
}
