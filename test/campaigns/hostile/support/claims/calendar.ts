import { calendar } from '@googleapis/calendar';
import { startCalendarEvents } from '../../../../support/calendar-events.js';
import { unique } from '../../../../support/client.js';
import { contextWith, startGoogle } from '../../../../support/google.js';
import { data, type Stage } from './stage.js';

export async function onCalendar(): Promise<Stage> {
  const google = await startGoogle();
  const proxy = await startCalendarEvents(google.url);
  const { events } = calendar({ version: 'v3', ...google.options });
  const calendarId = 'primary';
  return {
    context: contextWith({ ...google.token, baseUrl: proxy.url }),
    stop: async () => {
      await proxy.stop();
      await google.stop();
    },
    claims: {
      'gcal.events.insert': () => {
        const requestBody = { summary: unique('s'), start: { date: '2030-05-01' }, end: { date: '2030-05-02' } };
        const payload = { calendarId, requestBody };
        return {
          payload,
          make: () => data(events.insert(payload)),
          makeMore: () => data(events.insert({ calendarId, requestBody: { ...requestBody, description: 'theirs' } })),
          state: () => data(events.list({ calendarId })),
        };
      },
    },
  };
}
