import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Stands before s3rver, which keeps no versions: each put gets an id, as in a bucket of S3 with versioning. */
export async function startVersions(s3rver: string) {
  const versions = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?');
    const body = await buffer(request);
    const passed = Object.entries(headers).filter(
      ([name]) => !['connection', 'content-length', 'expect'].includes(name),
    );
    const from = await fetch(s3rver + url, {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    if (method === 'PUT' && from.ok) versions.set(path, (versions.get(path) ?? 0) + 1);
    const version = versions.get(path);
    const answer = Buffer.from(await from.arrayBuffer());
    const kept = [...from.headers].filter(
      ([name]) => !['connection', 'transfer-encoding', 'content-length'].includes(name),
    );
    response.writeHead(from.status, {
      ...Object.fromEntries(kept),
      ...(method !== 'HEAD' && { 'content-length': answer.length }),
      ...(version !== undefined && { 'x-amz-version-id': `version-${version}` }),
    });
    response.end(method === 'HEAD' ? undefined : answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
