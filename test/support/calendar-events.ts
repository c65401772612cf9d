import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closing } from './stopping.mjs';

const EVENTS = /^(\/calendar\/v3\/calendars\/[^/]+\/events)(?:\/([^/?]+))?/;

interface Event {
  readonly [member: string]: unknown;
}

/**
 * A proxy before emulate, which lists, creates and deletes events, has no route that reads or changes one, and forgets
 * which guests are optional and which dates of a series differ from it. The proxy answers from emulate's list and lays over it what later calls have sent. As
 * Google documents it: a deleted event is shown as cancelled with the time of its deletion, which `aheadMs` moves into the
 * future, and a patch of its status brings it back; a patch replaces the members that it names, null empties one, and lists are replaced as a whole.
 */
export async function startCalendarEvents(emulate: string) {
  const sent = new Map<string, Event>();
  const changes = new Map<string, number>();
  /** Dates of a series that were changed by themselves: `<series>_<date>`. */
  const dates = new Map<string, Event>();
  const [cancelled, back] = [new Map<string, Event>(), new Map<string, Event>()];
  const state = { aheadMs: 0 };
  const pass = async (
    { headers: { authorization = '' } }: IncomingMessage,
    path: string,
    method: string,
    body: string,
  ) => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(emulate + path, { method, headers, ...(body && { body }) });
    return { status: answer.status, text: await answer.text() };
  };
  const shown = (event: Event): Event => {
    const id = String(event.id);
    const all = Object.entries({ ...event, ...sent.get(id) }).filter(([, value]) => value !== null);
    return { ...Object.fromEntries(all), etag: `"${changes.get(id) ?? 0}"` };
  };
  const find = async (request: IncomingMessage, list: string, id: string): Promise<Event | undefined> => {
    const all = await pass(request, `${list}?maxResults=250`, 'GET', '');
    return all.status === 200 ? JSON.parse(all.text).items.find((one: Event) => one.id === id) : undefined;
  };
  const answerTo = async (request: IncomingMessage) => {
    const { url = '', method = '' } = request;
    const body = method === 'GET' ? '' : await text(request);
    const [, list = '', name] = EVENTS.exec(url) ?? [];
    const isChange = method === 'PATCH' || method === 'PUT';
    const known = name === undefined ? undefined : decodeURIComponent(name);
    if (known !== undefined && method === 'DELETE') {
      const event = back.get(known) ?? (await find(request, list, known));
      if (event) cancelled.set(known, { ...event, updated: new Date(Date.now() + state.aheadMs).toISOString() });
      if (back.delete(known)) return { status: 204, text: '' };
    }
    if (name === undefined || !(isChange || method === 'GET')) {
      const answer = await pass(request, url, method, body);
      if (list === '' || answer.status !== 200) return answer;
      const found = JSON.parse(answer.text);
      if (method === 'POST') {
        const { attendees = [], recurrence } = JSON.parse(body);
        sent.set(found.id, { attendees, ...(recurrence && { recurrence }) });
      }
      const q = new URL(url, emulate).searchParams.get('q') ?? '';
      const kept = [...back.values(), ...dates.values()].filter((event) => JSON.stringify(event).includes(q));
      const all = found.items ? { ...found, items: [...found.items, ...kept].map(shown) } : shown(found);
      return { status: 200, text: JSON.stringify(all) };
    }
    const id = decodeURIComponent(name);
    const [, recurringEventId] = /^(.+)_\d{8}T\d{6}Z$/.exec(id) ?? [];
    if (isChange && recurringEventId !== undefined) {
      dates.set(id, { ...JSON.parse(body), id, recurringEventId });
      return { status: 200, text: JSON.stringify(dates.get(id)) };
    }
    const gone = cancelled.get(id);
    if (gone && isChange && JSON.parse(body).status === 'confirmed' && cancelled.delete(id)) back.set(id, gone);
    const event = back.get(id) ?? (await find(request, list, id));
    const last = cancelled.get(id);
    if (!event && last) return { status: 200, text: JSON.stringify({ ...shown(last), status: 'cancelled' }) };
    if (!event) return { status: 404, text: JSON.stringify({ error: { code: 404, message: 'Not Found' } }) };
    const { 'if-match': version = shown(event).etag } = request.headers;
    if (isChange && version !== shown(event).etag)
      return { status: 412, text: JSON.stringify({ error: { code: 412, message: 'Precondition Failed' } }) };
    if (isChange) {
      const emptied = Object.fromEntries(Object.keys(method === 'PUT' ? event : {}).map((member) => [member, null]));
      const { id: _, created: _c, updated: _u, ...gone } = emptied;
      sent.set(id, { ...sent.get(id), ...gone, ...JSON.parse(body) });
      changes.set(id, (changes.get(id) ?? 0) + 1);
    }
    return { status: 200, text: JSON.stringify(shown(event)) };
  };
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, stop: closing(server) };
}
