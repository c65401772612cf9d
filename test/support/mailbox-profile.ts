import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closing } from './stopping.mjs';

/** Stands before emulate, which keeps the history of a mailbox and has no profile that tells where it stands. */
export async function startProfile(emulate: string) {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const passed = Object.entries(headers)
      .filter(([name]) => !['connection', 'content-length'].includes(name))
      .map(([name, value]): [string, string] => [name, String(value)]);
    const isProfile = url.endsWith('/users/me/profile');
    const from = await fetch(isProfile ? `${emulate}/gmail/v1/users/me/history?startHistoryId=1` : emulate + url, {
      method,
      headers: passed,
      ...(body.length > 0 && { body }),
    });
    const answer = Buffer.from(await from.arrayBuffer());
    const { historyId } = isProfile ? JSON.parse(answer.toString()) : {};
    const told = isProfile ? Buffer.from(JSON.stringify({ emailAddress: 'agent@example.com', historyId })) : answer;
    const kept = [...from.headers].filter(([one]) => !/^(connection|transfer-encoding|content-length)$/.test(one));
    response.writeHead(from.status, { ...Object.fromEntries(kept), 'content-length': told.length });
    response.end(told);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: closing(server) };
}
