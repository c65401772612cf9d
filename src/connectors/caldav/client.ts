import type { DAVCalendarObject } from 'tsdav';
import { ProviderUnavailableError, type Reachable } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import { fetchWithin } from '../transport/fetch.js';
import { objectAt, onServer } from './on-server.js';

export interface CalendarObject {
  readonly text: string;
  /** Null when the server gives none on which a write could be conditional. */
  readonly etag: string | null;
}

/** The server answered with a status that is no success. */
class AnsweredError extends Error {
  override readonly name = 'AnsweredError';

  constructor(
    message: string,
    readonly status: number,
    readonly headers: Headers | null = null,
  ) {
    super(message);
  }
}

/** The requests to a CalDAV server (RFC 4791), on the one server that the credential is for. */
export interface Calendars {
  /** @throws the errors of the network, or an error with the `status` of the answer */
  read(url: string): Promise<CalendarObject>;
  /** Writes only when no object is there. */
  create(url: string, text: string): Promise<Written>;
  /** Writes if the object still has this `etag`. */
  replace(url: string, text: string, etag: string | null): Promise<Written>;
  remove(url: string, etag: string | null): Promise<Written>;
  /** Asks for the server's own properties. */
  greet(): Promise<void>;
  readonly collections: Collections;
}

/** The server's answer to a write. */
export interface Written {
  readonly status: number;
  readonly etag: string | null;
}

export async function connect(context: Reachable) {
  const { fetch, close } = await fetchWithin(context);
  const server = new URL(context.credentials.serverUrl ?? '');
  const { createObject, deleteObject, propfind, updateObject } = await import('tsdav');
  const typed = { 'content-type': 'text/calendar; charset=utf-8' };
  const at = (url: string) => objectAt(server, url);

  const client: Calendars = {
    read: async (url) => {
      const answer = await succeeded(await fetch(at(url)));
      const text = await answer.text();
      const [found] = await propfind({ url: at(url), props: { resourcetype: {} }, depth: '0', fetch });
      if (found && 'collection' in Object(found.props?.resourcetype)) {
        throw new NotCapturable(`${url} is a whole calendar, not an object in one`);
      }
      // A gateway may answer a page with status 200.
      if (!/^\uFEFF?BEGIN:/i.test(text)) throw new ProviderUnavailableError('the answer is no calendar object');
      return { text, etag: strong(answer.headers.get('etag')) };
    },
    create: (url, data) =>
      written(createObject({ url: at(url), data, headers: { ...typed, 'if-none-match': '*' }, fetch })),
    replace: (url, data, etag) =>
      written(updateObject({ url: at(url), data, ...(etag && { etag }), headers: typed, fetch })),
    remove: (url, etag) => written(deleteObject({ url: at(url), ...(etag && { etag }), fetch })),
    greet: async () => {
      const [answer] = await propfind({ url: server.href, props: { resourcetype: {} }, depth: '0', fetch });
      if (!answer?.ok) throw new AnsweredError(answer?.statusText ?? 'no answer', answer?.status ?? 502);
    },
    collections: collectionsOf(server, async (input, init) => succeeded(await fetch(input, init))),
  };
  return { client, close };
}

/** @throws ProviderUnavailableError when the answer leaves open what became of the write */
async function written(answering: Promise<Response>): Promise<Written> {
  const answer = await succeeded(await answering);
  const { status, headers } = answer;
  const text = await answer.text();
  // A gateway may answer a page with status 200; Radicale answers a deletion with a multistatus.
  if (status === 200 && text !== '' && !/[<:]multistatus\b/.test(text))
    throw new ProviderUnavailableError('the answer is not one to a write');
  return { status, etag: headers.get('etag') };
}

async function succeeded(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new AnsweredError(answer.statusText || 'refused', answer.status, answer.headers);
}

/** If-Match never holds for a weak one (RFC 9110, 13.1.1). */
function strong(etag: string | null): string | null {
  return etag?.startsWith('"') ? etag : null;
}

interface Span {
  readonly start: string;
  readonly end: string;
}

/** Reads of calendars, for agents. Each throws what the network throws, or an error with the `status` of the answer. */
interface Collections {
  calendars(): Promise<unknown>;
  objects(url: string, span: Span | null, expand: boolean): Promise<unknown>;
  objectsAt(url: string, urls: readonly string[]): Promise<unknown>;
  busy(url: string, span: Span): Promise<unknown>;
}

/** @param fetch rejects where the server does not answer with success */
function collectionsOf(server: URL, fetch: typeof globalThis.fetch): Collections {
  const of = (url: string) => ({ calendar: { url: onServer(server, url).href }, fetch });
  return {
    calendars: async () => {
      const { fetchCalendars, fetchHomeUrl, fetchPrincipalUrl } = await import('tsdav');
      const { href } = server;
      const account = { accountType: 'caldav', serverUrl: href, rootUrl: href } as const;
      const principalUrl = await fetchPrincipalUrl({ account, fetch });
      const homeUrl = await fetchHomeUrl({ account: { ...account, principalUrl }, fetch });
      return fetchCalendars({ account: { ...account, principalUrl, homeUrl }, fetch });
    },
    objects: async (url, span, expand) => {
      const { fetchCalendarObjects } = await import('tsdav');
      const all = { ...of(url), urlFilter: () => true, filters: EVERYTHING };
      return label(await fetchCalendarObjects(span ? { ...of(url), timeRange: span, expand } : all));
    },
    objectsAt: async (url, urls) => {
      const { fetchCalendarObjects } = await import('tsdav');
      const objectUrls = urls.map((one) => objectAt(server, one));
      return label(await fetchCalendarObjects({ ...of(url), objectUrls, urlFilter: () => true }));
    },
    busy: async (url, span) => {
      const { freeBusyQuery } = await import('tsdav');
      const { raw } = await freeBusyQuery({ url: onServer(server, url).href, timeRange: span, fetch });
      return raw ?? null;
    },
  };
}

/** Tasks and journals, too. */
const EVERYTHING = [{ 'comp-filter': { _attributes: { name: 'VCALENDAR' } } }];

const label = (all: readonly DAVCalendarObject[]) =>
  all.map(({ url, etag, data }) => ({ url, etag: etag ?? null, data: data ?? null }));
