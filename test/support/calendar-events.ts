import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const ONE_EVENT = /^(\/calendar\/v3\/calendars\/[^/]+\/events)\/([^/?]+)/;

/**
 * Stands before emulate, which lists, makes and deletes events, and has no way to ask for one: that it answers from
 * emulate's list. Everything else goes through as it is.
 */
export async function startCalendarEvents(emulate: string) {
  const pass = async (request: IncomingMessage, path: string, method = request.method) => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const headers = { authorization, ...(type && { 'content-type': type }) };
    const body = method === 'GET' ? undefined : await text(request);
    return fetch(emulate + path, { method: String(method), headers, ...(body && { body }) });
  };
  const server = createServer(async (request, response) => {
    const path = String(request.url);
    const [, list, id] = (request.method === 'GET' && ONE_EVENT.exec(path)) || [];
    const answer = await pass(request, list ? `${list}?maxResults=250` : path);
    let status = answer.status;
    let body = await answer.text();
    if (list && status === 200) {
      const found = JSON.parse(body).items.find((event: { id: string }) => event.id === decodeURIComponent(String(id)));
      status = found ? 200 : 404;
      body = JSON.stringify(found ?? { error: { code: 404, message: 'Not Found' } });
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
