import type { calendar_v3 } from '@googleapis/calendar';
import type { JsonObject } from '../connector.js';
import { answered, listed } from '../google/answer.js';
import { statusOf } from '../resource/requests/trouble.js';
import type { Address, CreatableKind, Reading, ResourceKind } from '../resource/resource.js';
import { holds } from '../resource/undo/three-way.js';
import { bodyOf, fieldsOf, windowOf } from './event-fields.js';

type Calendar = calendar_v3.Calendar;

/** An undo sends no mail. */
const QUIETLY = { sendUpdates: 'none' } as const;
const MOST_EVENTS = 250;

const where = (address: Address) => ({ calendarId: String(address.calendarId), eventId: String(address.eventId) });

/** Google refuses the write when the event has changed since it was read. */
const ifStill = (now: Reading | null): { headers: Record<string, string> } => ({
  headers: now?.version ? { 'If-Match': now.version } : {},
});

/** An event of a calendar; Google reports deleted ones as cancelled. */
export const event: CreatableKind<Calendar> = {
  name: 'event',
  // A date of a series that was moved or called off is an event of its own, which goes with the series.
  others: async (client, address, { fields }): Promise<JsonObject> =>
    fields.recurrence ? { 'dates changed by themselves': await changedDates(client, address) } : {},
  label: ({ calendarId, eventId }) => `event ${eventId} of ${calendarId}`,
  read: (client, address) => read(client, address),
  volatile: ['created'],
  createdAt: ({ created }) => (typeof created === 'string' ? Date.parse(created) : null),
  write: {
    describe: ({ eventId }, fields) => `events.patch ${eventId} ${JSON.stringify(fields)}, without mail`,
    run: async (client, address, fields, { now }) => {
      const requestBody = bodyOf(withZones(fields, now?.fields ?? {}), now?.fields);
      await client.events.patch({ ...where(address), ...QUIETLY, requestBody }, ifStill(now));
      return undefined;
    },
  },
  remove: {
    describe: ({ eventId }) => `events.delete ${eventId}, without mail`,
    run: async (client, address, _fields, { now }) => {
      await client.events.delete({ ...where(address), ...QUIETLY }, ifStill(now));
      return undefined;
    },
  },
};

/** An event that a call deletes: what makes another one of it. */
export const deletedEvent: ResourceKind<Calendar> = {
  name: event.name,
  label: event.label,
  read: async (client, address) => {
    const { fields, ...rest } = (await read(client, address)) ?? { fields: null };
    const { created: _, ...lasting } = fields ?? {};
    return fields && { ...rest, fields: lasting };
  },
  // Google shows a deleted event for some weeks, with the time of its deletion.
  lastChanges: async (client, address, now) => {
    const gone = now ? null : await client.events.get(where(address)).catch(absent);
    const { status, updated } = gone?.data ?? {};
    const at = status === 'cancelled' ? Date.parse(updated ?? '') : Number.NaN;
    return Number.isNaN(at) ? {} : { whole: { at } };
  },
  recreate: {
    leaves: (_fields, { recurrence }) => (recurrence ? [DATES] : []),
    describe: ({ calendarId }, { summary }) =>
      `events.insert ${JSON.stringify(summary)} in ${calendarId}, without mail`,
    run: async (client, address, fields) => {
      const { calendarId } = where(address);
      const { data } = await client.events.insert({ calendarId, ...QUIETLY, requestBody: bodyOf(present(fields)) });
      return { calendarId, eventId: String(data.id) };
    },
  },
  find: async (client, address, fields) => {
    const { calendarId } = where(address);
    const { data } = await client.events.list({ calendarId, maxResults: MOST_EVENTS, ...windowOf(fields) });
    const equal = (listed(data).items ?? []).filter(
      (one) => one.status !== 'cancelled' && holds(fieldsOf(one as JsonObject), fields),
    );
    return equal.flatMap(({ id }) => (id ? [{ calendarId, eventId: id }] : []));
  },
};

function absent(error: unknown): null {
  if ([404, 410].includes(Number(statusOf(error)))) return null;
  throw error;
}

const DATES =
  'Dates of the series that were moved, changed or cancelled separately are restored as the series has them.';

/** Counts the dates of a series that differ from it. */
async function changedDates(client: Calendar, address: Address): Promise<number> {
  const { calendarId, eventId } = where(address);
  const { iCalUID } = answered((await client.events.get({ calendarId, eventId })).data, eventId);
  const all = { calendarId, maxResults: MOST_EVENTS, showDeleted: true, ...(iCalUID && { iCalUID }) };
  const { items = [] } = listed((await client.events.list(all)).data);
  return items.filter(({ recurringEventId }) => recurringEventId === eventId).length;
}

/** The events that changed since a moment. Null when there is more than one page. */
export async function eventsSince(
  client: Calendar,
  payload: JsonObject,
  since: number,
): Promise<readonly Address[] | null> {
  const calendarId = String(payload.calendarId);
  const updatedMin = new Date(since).toISOString();
  const { data } = await client.events.list({ calendarId, updatedMin, maxResults: MOST_EVENTS });
  const { items = [], nextPageToken } = listed(data);
  return nextPageToken ? null : items.map(({ id }) => ({ calendarId, eventId: String(id) }));
}

async function read(client: Calendar, address: Address): Promise<Reading | null> {
  const { eventId } = where(address);
  const found = answered((await client.events.get(where(address))).data, eventId);
  if (found.status === 'cancelled') return null;
  const { created, etag } = found;
  return { fields: { ...fieldsOf(found as JsonObject), created: created ?? null }, ...(etag && { version: etag }) };
}

/** A time is sent together with its zone. */
function withZones(fields: JsonObject, now: JsonObject): JsonObject {
  const names = ['start', 'end'].filter((name) => name in fields || `${name}Zone` in fields);
  return {
    ...Object.fromEntries(names.flatMap((name) => [name, `${name}Zone`]).map((name) => [name, now[name] ?? null])),
    ...fields,
  };
}

const present = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
