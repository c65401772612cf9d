import { calendar, type calendar_v3 } from '@googleapis/calendar';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { gcal as connector } from '../../../src/connectors/gcal/gcal.connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { onCalendar } from '../../campaigns/hostile/support/claims/calendar.js';
import { startCalendarEvents } from '../../support/calendar-events.js';
import { unique } from '../../support/client.js';
import { contextWith, startGoogle } from '../../support/google.js';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const calendarId = 'primary';

/** Events of Google Calendar, as emulate plays it behind a translator that changes them. */
export async function gcal(): Promise<Subject> {
  const google = await startGoogle();
  const proxy = await startCalendarEvents(google.url);
  const { events } = calendar({ version: 'v3', ...google.options, rootUrl: `${proxy.url}/` });
  const credentials = { ...google.token, baseUrl: proxy.url };
  const context = contextWith(credentials);
  const stateOf = (q: string) => async () =>
    ((await events.list({ calendarId, q })).data.items ?? []).map(({ location, description }) => ({
      location,
      description,
    }));
  const bodyOf = (summary: string): calendar_v3.Schema$Event => ({
    ...{ summary, location: 'a', description: 'b', start: { date: '2030-05-01' }, end: { date: '2030-05-02' } },
  });
  const trip = (verb: string, payload: object, act: () => Promise<{ data: unknown }>, summary: string): Trip => ({
    ...{ connector, context, apiName: `gcal.events.${verb}`, payload: payload as JsonObject },
    ...{ act: async () => (await act()).data, state: stateOf(summary) },
  });
  const removal = (eventId: string, summary: string) =>
    trip('delete', { calendarId, eventId }, () => events.delete({ calendarId, eventId }), summary);

  return {
    name: 'gcal',
    context,
    elsewhere: { ...credentials, baseUrl: proxy.url.replace('127.0.0.1', 'localhost') },
    isBlind: true,
    stop: async () => {
      await proxy.stop();
      await google.stop();
    },
    newThing: async () => {
      const summary = unique('event');
      const { data } = await events.insert({ calendarId, requestBody: bodyOf(summary) });
      const eventId = String(data.id);
      const patch = (requestBody: calendar_v3.Schema$Event) => events.patch({ calendarId, eventId, requestBody });
      return {
        state: stateOf(summary),
        change: (location) => {
          const requestBody = { location };
          return trip('patch', { calendarId, eventId, requestBody }, () => patch(requestBody), summary);
        },
        set: (location) => patch({ location }),
        setOther: (description) => patch({ description }),
        remove: () => removal(eventId, summary),
        drop: () => events.delete({ calendarId, eventId }),
      };
    },
    newAbsent: async () => {
      const summary = unique('event');
      const payload = { calendarId, requestBody: bodyOf(summary) };
      return {
        state: stateOf(summary),
        make: () => trip('insert', payload, () => events.insert(payload), summary),
        add: (response) =>
          events.patch({ calendarId, eventId: String(objectOf(response).id), requestBody: { description: 'c' } }),
        remove: (response: Json) => removal(String(objectOf(response).id), summary),
      };
    },
  };
}

export const world: World = { places: [{ name: 'gcal', open: gcal, makesUnseen: true }], claims: onCalendar };
