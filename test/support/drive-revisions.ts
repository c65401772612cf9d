import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closing } from './stopping.mjs';

const FILE = /^(?:\/upload)?\/drive\/v3\/files\/([^/?]+)(\/revisions)?/;

/**
 * Stands before google-drive-mock, which keeps no revisions and no digests: each upload makes one, as at Google Drive. `aheadMs` moves the
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
    const asked = new URL(url, mock).searchParams.get('fields') ?? '';
    if (!from.ok || !head || !/headRevisionId|md5Checksum/.test(asked)) return answer(from.status, found, type);
    const { authorization = '' } = headers;
    const media = await fetch(`${mock}/drive/v3/files/${file}?alt=media`, { headers: { authorization } });
    const md5Checksum = createHash('md5')
      .update(Buffer.from(await media.arrayBuffer()))
      .digest('hex');
    const more = { headRevisionId: head, md5Checksum };
    return answer(from.status, JSON.stringify({ ...JSON.parse(found.toString()), ...more }), type);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, stop: closing(server) };
}
