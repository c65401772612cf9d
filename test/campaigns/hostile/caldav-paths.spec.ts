import { caldav } from '../../../src/connectors/caldav/caldav.connector.js';
import type { ConnectorContext, JsonObject } from '../../../src/connectors/connector.js';
import { Listener } from '../../support/listener.js';
import { patience } from '../../support/patience.mjs';

const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
/** A server that takes every path for an object, so that every request is captured. */
const server = new Listener((_, reply) => reply.writeHead(200, { etag: '"1"' }).end(CALENDAR));
const elsewhere = new Listener((_, reply) => reply.writeHead(200, { etag: '"1"' }).end(CALENDAR));
let origin: string;
let other: string;
let context: ConnectorContext;
beforeAll(async () => {
  origin = await server.start();
  other = await elsewhere.start();
  context = {
    credentials: { serverUrl: `${origin}/dav/`, username: 'a', password: 'b' },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(1_000),
  };
});
afterAll(() => Promise.all([server.stop(), elsewhere.stop()]));

const VERBS = ['put', 'delete'] as const;

/** Returns the requests that both servers got while this call was captured. */
async function askedFor(verb: (typeof VERBS)[number], url: string) {
  server.asked = [];
  elsewhere.asked = [];
  const payload: JsonObject = verb === 'put' ? { url, data: CALENDAR } : { url };
  const found = await caldav.capture({ apiName: `caldav.objects.${verb}`, payload }, context);
  return { found, here: server.asked.map(({ path }) => path), there: elsewhere.asked.map(({ path }) => path) };
}

const port = () => new URL(origin).port;
const strange = () => new URL(other).port;

/** Addresses that some reader resolves to another place; `here` and `there` are the hosts. */
const ELSEWHERE: readonly (() => string)[] = [
  () => `${other}/dav/a.ics`,
  () => `//127.0.0.1:${strange()}/dav/a.ics`,
  () => `/\\127.0.0.1:${strange()}/dav/a.ics`,
  () => `\\\\127.0.0.1:${strange()}/dav/a.ics`,
  () => `\t//127.0.0.1:${strange()}/dav/a.ics`,
  () => `/\t/127.0.0.1:${strange()}/dav/a.ics`,
  () => `http:\\\\127.0.0.1:${strange()}/dav/a.ics`,
  () => `http:/127.0.0.1:${strange()}/dav/a.ics`,
  () => `http:127.0.0.1:${strange()}/dav/a.ics`,
  () => `http:/dav/a.ics`,
  () => `http:a.ics`,
  () => `http:///127.0.0.1:${port()}/dav/a.ics`,
  () => `https://127.0.0.1:${port()}/dav/a.ics`,
  () => `ftp://127.0.0.1:${port()}/dav/a.ics`,
  () => `http://127.0.0.1:${port()}@127.0.0.1:${strange()}/dav/a.ics`,
  () => `http://a:b@127.0.0.1:${port()}/dav/a.ics`,
  () => `http://a@127.0.0.1:${port()}/dav/a.ics`,
  () => `http://127.0.0.1:${port()}.evil.example/dav/a.ics`,
  () => `http://localhost:${port()}/dav/a.ics`,
  () => `http://127.0.0.1/dav/a.ics`,
  () => `//evil/`,
  () => `//evil/a.ics`,
  () => `///evil/a.ics`,
  () => `${origin}//evil/a.ics`,
  () => `javascript:alert(1)`,
  () => `file:///etc/passwd`,
  () => `data:text/calendar,BEGIN:VCALENDAR`,
];

/** Paths in which a proxy, a parser or a server reads a step, a query or an end. */
const STEPS = [
  ...['/dav/../admin.ics', '/dav/./a.ics', '/dav/%2e%2e/a.ics', '/dav/.%2e/a.ics', '/dav/%252e%252e/a.ics'],
  ...['/dav/..%2fa.ics', '/dav/..%5ca.ics', '/dav/a%2fb.ics', '/dav\\..\\a.ics', '/dav/..;/a.ics', '/dav/..\t/a.ics'],
  ...['/dav/a.ics?b=c', '/dav/a.ics#b', '/dav/a.ics?', '/dav/a.ics#', '/dav/a%3fb.ics', '/dav/a%23b.ics'],
  ...['/dav/a\n.ics', '/dav/a%0a.ics', '/dav/a\u0000.ics', '/dav/a%00.ics', '../a.ics', '..', '.', '', '?a', '#a'],
];

describe.each(VERBS)('The address of an object of CalDAV (%s)', (verb) => {
  it.each(ELSEWHERE.map((url) => [String(url).slice(7, -1), url] as const))(
    'is on the server of the credential: nothing is asked for %s',
    async (_, url) => {
      const { found, here, there } = await askedFor(verb, url());
      expect([url(), found.captured, here, there]).toEqual([url(), false, [], []]);
    },
  );

  it.each(STEPS)('has no steps and no query: nothing is asked for %j', async (path) => {
    for (const url of [path, origin + path]) {
      const { found, here, there } = await askedFor(verb, url);
      expect([url, found.captured, here, there]).toEqual([url, false, [], []]);
    }
  });

  it.each(['/dav/', '/dav/calendar/', '/'])('is no collection: nothing is asked for %j', async (path) => {
    for (const url of [path, origin + path]) {
      const { found, here } = await askedFor(verb, url);
      expect([url, found.captured, here]).toEqual([url, false, []]);
    }
  });

  it.each(['/dav/a.ics', '/dav/another/a.ics', '/a.ics', '/dav/%C3%A4.ics', '/dav/a%20b.ics', '/dav/a@b.ics'])(
    'is the one that the payload names: of %j no other is asked for',
    async (path) => {
      for (const url of [path, origin + path, origin.replace('http', 'HTTP') + path]) {
        const { found, here, there } = await askedFor(verb, url);
        expect([url, found.captured, new Set(here), there]).toEqual([url, true, new Set([path]), []]);
      }
    },
  );
});
