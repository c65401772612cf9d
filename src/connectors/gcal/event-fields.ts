import type { calendar_v3 } from '@googleapis/calendar';
import type { Json, JsonObject } from '../connector.js';
import { objectIn } from '../google/payload.js';

type Event = calendar_v3.Schema$Event;

const TEXTS = ['summary', 'description', 'location', 'visibility', 'transparency', 'colorId'] as const;
const HAS_OFFSET = /(Z|[+-]\d\d:\d\d)$/i;
const DAY_MS = 86_400_000;

/**
 * An event as it is compared: `start` and `end` are days or moments in UTC, with their time zones beside them;
 * `attendees` are addresses in order. What is not there is null.
 */
export function fieldsOf(event: JsonObject): JsonObject {
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, event[name] || null])),
    start: momentOf(event.start),
    startZone: objectIn(event, 'start').timeZone ?? null,
    end: momentOf(event.end),
    endZone: objectIn(event, 'end').timeZone ?? null,
    attendees: attendeesOf(event.attendees),
    recurrence: event.recurrence ?? null,
  };
}

/** What a call with this body sets. A moment whose zone is a name alone is left to what the answer says of it. */
export function setBy(body: JsonObject): JsonObject {
  const all = fieldsOf(body);
  const isZoned = (name: string) => typeof objectIn(body, name).timeZone === 'string';
  const names = Object.keys(all).filter((field) => {
    if (field.endsWith('Zone')) return isZoned(field.replace('Zone', ''));
    if (field === 'start' || field === 'end') return field in body && all[field] !== null;
    return field in body;
  });
  return Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
}

/** The body of a call that brings these fields back; null empties a field. */
export function bodyOf(fields: JsonObject): Event {
  const body: { [name: string]: unknown } = Object.fromEntries(
    [...TEXTS, 'recurrence'].filter((name) => name in fields).map((name) => [name, fields[name]]),
  );
  for (const name of ['start', 'end'])
    if (typeof fields[name] === 'string') body[name] = timeOf(fields[name], fields[`${name}Zone`] ?? null);
  if ('attendees' in fields) body.attendees = ((fields.attendees ?? []) as string[]).map((email) => ({ email }));
  return body as Event;
}

/** Between which moments an event of these fields is found, with a day to spare for the zones of whole days. */
export function windowOf({ start, end }: JsonObject): { timeMin: string; timeMax: string } {
  const [from, to] = [Date.parse(String(start)), Date.parse(String(end))];
  return { timeMin: new Date(from - DAY_MS).toISOString(), timeMax: new Date(to + DAY_MS).toISOString() };
}

function momentOf(time: Json | undefined): string | null {
  const { date, dateTime } = objectIn(time);
  if (typeof date === 'string') return date;
  if (typeof dateTime !== 'string' || !HAS_OFFSET.test(dateTime) || Number.isNaN(Date.parse(dateTime))) return null;
  return new Date(dateTime).toISOString();
}

function timeOf(moment: string, timeZone: Json) {
  if (!moment.includes('T')) return { date: moment, dateTime: null };
  return { dateTime: moment, date: null, ...(typeof timeZone === 'string' && { timeZone }) };
}

function attendeesOf(attendees: Json | undefined): string[] | null {
  if (!Array.isArray(attendees) || attendees.length === 0) return null;
  return attendees.map((one) => String(objectIn(one).email).toLowerCase()).sort();
}
