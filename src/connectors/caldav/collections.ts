import type { DAVCalendarObject } from 'tsdav';
import { objectAt, onServer } from './on-server.js';

export interface Span {
  readonly start: string;
  readonly end: string;
}

/** Reads of calendars, for agents. Each throws what the network throws, or an error with the `status` of the answer. */
export interface Collections {
  calendars(): Promise<unknown>;
  objects(url: string, span: Span | null, expand: boolean): Promise<unknown>;
  objectsAt(url: string, urls: readonly string[]): Promise<unknown>;
  busy(url: string, span: Span): Promise<unknown>;
}

/** @param fetch rejects where the server does not answer with success */
export function collectionsOf(server: URL, fetch: typeof globalThis.fetch): Collections {
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
