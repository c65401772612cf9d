import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closing } from './stopping.mjs';

interface Version {
  readonly id: string;
  readonly at: number;
  readonly isMarker: boolean;
}

/**
 * Stands before s3rver, which keeps no versions: each put gets an id, and each deletion leaves a marker, as in a bucket of
 * S3 with versioning.
 */
export async function startVersions(s3rver: string) {
  const versions = new Map<string, Version>();
  let made = 0;
  const note = (path: string, isMarker: boolean) => {
    made += 1;
    versions.set(path, { id: `version-${made}`, at: Date.now(), isMarker });
  };
  const listed = (bucket: string, key: string) => {
    const version = versions.get(`${bucket}/${encodeURI(key)}`);
    const name = version?.isMarker ? 'DeleteMarker' : 'Version';
    const one = `<${name}><Key>${key}</Key><VersionId>${version?.id}</VersionId><IsLatest>true</IsLatest><LastModified>${new Date(version?.at ?? 0).toISOString()}</LastModified></${name}>`;
    return `<ListVersionsResult>${version ? one : ''}</ListVersionsResult>`;
  };
  /** Adds the marker of each object to the answer to a deletion of many. */
  const marked = (bucket: string, answer: Buffer) =>
    Buffer.from(
      answer.toString().replaceAll(/<Deleted><Key>([^<]*)<\/Key>/g, (all, key: string) => {
        const path = `${bucket.replace(/\/$/, '')}/${encodeURI(key)}`;
        note(path, true);
        return `${all}<DeleteMarker>true</DeleteMarker><DeleteMarkerVersionId>${versions.get(path)?.id}</DeleteMarkerVersionId>`;
      }),
    );
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const [path = '', query] = url.split('?');
    const asked = new URLSearchParams(query);
    const body = await buffer(request);
    if (method === 'GET' && asked.has('versions')) {
      response.writeHead(200, { 'content-type': 'application/xml' });
      return response.end(listed(path.replace(/\/$/, ''), asked.get('prefix') ?? ''));
    }
    // s3rver ignores conditions, and `fetch` adds `cache-control` to this one.
    const passed = Object.entries(headers).filter(
      ([name]) => !['connection', 'content-length', 'expect', 'if-none-match'].includes(name),
    );
    const from = await fetch(s3rver + url, {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    if ((method === 'PUT' || method === 'DELETE') && from.ok) note(path, method === 'DELETE');
    const version = versions.get(path);
    const text = Buffer.from(await from.arrayBuffer());
    const answer = method === 'POST' && asked.has('delete') ? marked(path, text) : text;
    const kept = [...from.headers].filter(
      ([name]) => !['connection', 'transfer-encoding', 'content-length'].includes(name),
    );
    response.writeHead(from.status, {
      ...Object.fromEntries(kept),
      ...(method !== 'HEAD' && { 'content-length': answer.length }),
      ...(version && { 'x-amz-version-id': version.id }),
      ...(version?.isMarker && { 'x-amz-delete-marker': 'true' }),
    });
    return response.end(method === 'HEAD' ? undefined : answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: closing(server) };
}
