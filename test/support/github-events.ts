import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closing } from './stopping.mjs';

const atSecond = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');
const OF_REF = /^\/repos\/([^/]+\/[^/]+)\/git\/refs(?:\/(.+))?$/;
const OF_ISSUE = /^\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)\/labels(?:\/([^/?]+))?/;

/**
 * Stands before emulate, which does not list the events of a whole repository: each label that a client puts on an issue
 * leaves one, as at GitHub, and each move of a branch an activity. `aheadMs` moves the times of later events into the future; events that emulate keeps itself
 * have the time at which they are first asked for.
 */
export async function startIssueEvents(emulate: string) {
  const events: { repository: string; issue: number; event: string; name: string; at: number }[] = [];
  const moves: { repository: string; ref: string; at: number }[] = [];
  const state = { aheadMs: 0 };
  const movesOf = (repository: string, ref: string | null) =>
    moves
      .map((one, id) => ({ ...one, id, timestamp: atSecond(one.at) }))
      .filter((one) => one.repository === repository && one.ref === ref)
      .reverse();
  const shown = (repository: string, issue?: number) =>
    events
      .filter((one) => one.repository === repository && (issue === undefined || one.issue === issue))
      .map(({ issue: number, event, name, at }, id) => ({
        ...{ id, event, label: { name }, created_at: atSecond(at) },
        ...(issue === undefined && { issue: { number } }),
      }));
  /** The events that emulate keeps: of the state, the milestone and the lock of an issue. */
  const times = new Map<string, string>();
  const own = async (url: string, { authorization = '' }: IncomingHttpHeaders) => {
    const from = await fetch(emulate + url, { headers: { authorization } });
    const list = (await from.json()) as { id: number; event: string; created_at: string }[];
    return list.map((one) => {
      const name = `${url} ${one.id}`;
      if (!times.has(name)) times.set(name, atSecond(Date.parse(one.created_at) + state.aheadMs));
      // GitHub calls a new title so.
      const event = one.event === 'edited' ? 'renamed' : one.event;
      return { ...one, event, created_at: times.get(name) };
    });
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const [, of = '', number] = /^\/repos\/([^/]+\/[^/]+)\/issues\/(?:(\d+)\/)?events/.exec(url) ?? [];
    const asked = method === 'GET' && of !== '';
    // An answer is dated after what it is about.
    const at = Date.now() + state.aheadMs;
    const body = await buffer(request);
    const [, active] = /^\/repos\/([^/]+\/[^/]+)\/activity/.exec(url) ?? [];
    if (active !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() });
      return response.end(JSON.stringify(movesOf(active, new URL(url, emulate).searchParams.get('ref'))));
    }
    if (asked) {
      const list =
        number === undefined ? shown(of).reverse() : [...(await own(url, headers)), ...shown(of, Number(number))];
      response.writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() });
      return response.end(JSON.stringify(list));
    }
    const passed = Object.entries(headers).filter(([name]) => !['connection', 'content-length'].includes(name));
    const from = await fetch(emulate + url, {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    const [, home = '', moved] = OF_REF.exec(url) ?? [];
    if (from.ok && home !== '' && method !== 'GET') {
      const ref = moved === undefined ? JSON.parse(body.toString()).ref : `refs/${decodeURIComponent(moved)}`;
      moves.push({ repository: home, ref, at });
    }
    const [, repository = '', issue, name] = OF_ISSUE.exec(url) ?? [];
    if (from.ok && issue !== undefined && method !== 'GET') {
      const given = method === 'DELETE' ? [decodeURIComponent(name ?? '')] : JSON.parse(body.toString()).labels;
      const event = method === 'DELETE' ? 'unlabeled' : 'labeled';
      events.push(...given.map((label: string) => ({ repository, issue: Number(issue), event, name: label, at })));
    }
    const answer = Buffer.from(await from.arrayBuffer());
    const kept = [...from.headers].filter(([one]) => !/^(connection|transfer-encoding|content-length)$/.test(one));
    response.writeHead(from.status, { ...Object.fromEntries(kept), 'content-length': answer.length });
    return response.end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, stop: closing(server) };
}
