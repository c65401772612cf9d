import { caldav as connector } from '../../../src/connectors/caldav/caldav.connector.js';
import type { JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { unique } from '../../support/client.js';
import { contextWith } from '../../support/google.js';
import { startRadicale } from '../../support/radicale.mjs';
import { startXandikos } from '../../support/xandikos.mjs';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const headers = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };
const textOf = (uid: string, summary: string, location: string) =>
  [
    ...['BEGIN:VCALENDAR', 'PRODID:-//scenarios//EN', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:${uid}`],
    ...[`SUMMARY:${summary}`, `LOCATION:${location}`, 'DTSTAMP:20300101T000000Z'],
    ...['DTSTART;TZID=Europe/Berlin:20300101T100000', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Events of a calendar, which are compared and brought back as a whole. @param path of a calendar of `ada` */
export async function caldav(start: () => Promise<Server>, path: string): Promise<Subject> {
  const server = await start();
  await fetch(server.url + path, { method: 'MKCALENDAR', headers });
  const credentials = { serverUrl: `${server.url}/`, username: 'ada', password: 'secret' };
  const context = contextWith(credentials);
  const ask = async (method: string, url: string, body?: string, more = {}) => {
    const sent = { ...headers, 'content-type': 'text/calendar', ...more };
    const answer = await fetch(url, { method, headers: sent, body: body ?? null });
    if (!answer.ok && answer.status !== 404) throw new Error(`${method} ${url}: ${answer.status}`);
    return answer;
  };
  const newObject = () => {
    const uid = unique('event');
    const url = `${server.url}${path}${uid}.ics`;
    const state = async () => {
      const answer = await ask('GET', url);
      const text = await answer.text();
      return answer.ok
        ? ['SUMMARY', 'LOCATION'].map((name) => new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1]?.trim())
        : null;
    };
    const put = (summary: string, location = 'b') => ask('PUT', url, textOf(uid, summary, location));
    const trip = (verb: string, payload: JsonObject, act: () => Promise<Response>): Trip => ({
      ...{ connector, context, apiName: `caldav.objects.${verb}`, payload: { url, ...payload }, state },
      act: async () => {
        const { status, headers: answered } = await act();
        return { status, etag: answered.get('etag') };
      },
    });
    return {
      ...{ state, put },
      /** The client knows the version that it replaces. */
      changeFrom: (etag: string, summary: string) => {
        const data = textOf(uid, summary, 'b');
        return trip('put', { data, etag }, () => ask('PUT', url, data, { 'if-match': etag }));
      },
      etag: async () => String((await ask('GET', url)).headers.get('etag')),
      change: (summary: string) => trip('put', { data: textOf(uid, summary, 'b') }, () => put(summary)),
      remove: () => trip('delete', {}, () => ask('DELETE', url)),
      drop: () => ask('DELETE', url),
    };
  };

  return {
    name: 'caldav',
    context,
    isBlind: true,
    elsewhere: { ...credentials, serverUrl: `${server.url}/elsewhere/` },
    stop: server.stop,
    newThing: async () => {
      const { state, put, etag, change, changeFrom, remove, drop } = newObject();
      await put('a');
      const known = await etag();
      const changeShown = (summary: string) => changeFrom(known, summary);
      return { state, change, changeShown, remove, drop, set: (summary) => put(summary) };
    },
    newAbsent: async () => {
      const { state, put, change, remove } = newObject();
      return { state, make: () => change('a'), add: () => put('a', 'of another client'), remove };
    },
  };
}

const CALDAV = 'test/connectors/needs-caldav';

export const world: World = {
  places: [
    { name: 'Radicale', needs: CALDAV, open: () => caldav(startRadicale, '/ada/calendar/') },
    { name: 'Xandikos', needs: CALDAV, open: () => caldav(startXandikos, '/ada/calendars/appointments/') },
  ],
};
