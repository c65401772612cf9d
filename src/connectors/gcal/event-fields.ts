import type { calendar_v3 } from '@googleapis/calendar';
import type { Json, JsonObject } from '../connector.js';
import { objectIn } from '../google/payload.js';

type Event = calendar_v3.Schema$Event;

const TEXTS = ['summary', 'description', 'location', 'visibility', 'transparency', 'colorId'] as const;
/** Members that are compared and brought back as a whole. */
const WHOLE = [
  ...['recurrence', 'reminders', 'extendedProperties', 'source'],
  ...['guestsCanInviteOthers', 'guestsCanModify', 'guestsCanSeeOtherGuests', 'anyoneCanAddSelf'],
] as const;
const HAS_OFFSET = /(Z|[+-]\d\d:\d\d)$/i;
const DAY_MS = 86_400_000;

/**
 * The fields of an event that are compared: `start` and `end` are days or moments in UTC, with their time zones beside
 * them. `attendees` holds the addresses of the guests in order, `attendee <address>` the organizer's data about a
 * guest, and `answer <address>` the guest's answer. A missing field is null.
 */
export function fieldsOf(event: JsonObject): JsonObject {
  return {
    ...Object.fromEntries([...TEXTS, ...WHOLE].map((name) => [name, event[name] || null])),
    start: momentOf(event.start),
    startZone: objectIn(event, 'start').timeZone ?? null,
    end: momentOf(event.end),
    endZone: objectIn(event, 'end').timeZone ?? null,
    ...guestFieldsOf(event.attendees),
  };
}

/**
 * The fields that a call with this body sets. A moment whose zone is only a name is taken from the answer. A list of
 * guests replaces the former list with all its data.
 */
export function setBy(body: JsonObject, before: JsonObject | null = null): JsonObject {
  const all = fieldsOf(body);
  const isZoned = (name: string) => typeof objectIn(body, name).timeZone === 'string';
  const names = Object.keys(all).filter((field) => {
    if (isGuestField(field)) return 'attendees' in body;
    if (field.endsWith('Zone')) return isZoned(field.replace('Zone', ''));
    if (field === 'start' || field === 'end') return field in body && all[field] !== null;
    return field in body;
  });
  const former = 'attendees' in body ? Object.keys(before ?? {}).filter(isGuestField) : [];
  return Object.fromEntries([...former, ...names].map((name) => [name, all[name] ?? null]));
}

/** The body of a call that brings these fields back to an event that is `now` so; null empties a field. */
export function bodyOf(fields: JsonObject, now: JsonObject = {}): Event {
  const body: { [name: string]: unknown } = Object.fromEntries(
    [...TEXTS, ...WHOLE].filter((name) => name in fields).map((name) => [name, fields[name]]),
  );
  if ('extendedProperties' in fields)
    body.extendedProperties = withoutOthers(fields.extendedProperties, now.extendedProperties);
  for (const name of ['start', 'end'])
    if (typeof fields[name] === 'string') body[name] = timeOf(fields[name], fields[`${name}Zone`] ?? null);
  if (Object.keys(fields).some(isGuestField)) body.attendees = guestsOf({ ...now, ...fields });
  return body as Event;
}

/** The interval in which an event with these fields is found, with a day to spare for the zones of whole days. */
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

const OF_GUEST = ['displayName', 'optional', 'comment', 'additionalGuests', 'resource'] as const;
const isGuestField = (field: string) => field === 'attendees' || /^(attendee|answer) /.test(field);

function guestFieldsOf(attendees: Json | undefined): JsonObject {
  if (!Array.isArray(attendees) || attendees.length === 0) return { attendees: null };
  const guests = attendees.map((one) => objectIn(one));
  const fields: JsonObject = { attendees: guests.map(addressOf).sort() };
  for (const guest of guests) {
    const said = Object.fromEntries(OF_GUEST.filter((name) => guest[name]).map((name) => [name, guest[name] ?? null]));
    const answer = guest.responseStatus ?? 'needsAction';
    if (Object.keys(said).length > 0) fields[`attendee ${addressOf(guest)}`] = said;
    if (answer !== 'needsAction') fields[`answer ${addressOf(guest)}`] = answer;
  }
  return fields;
}

function guestsOf(fields: JsonObject): JsonObject[] {
  return ((fields.attendees ?? []) as string[]).map((email) => {
    const answer = fields[`answer ${email}`];
    return { email, ...objectIn(fields, `attendee ${email}`), ...(answer && { responseStatus: answer }) };
  });
}

const addressOf = ({ email }: JsonObject) => String(email).toLowerCase();

/** Google merges the sent members into the present ones, so a key that is to be removed is sent as null. */
function withoutOthers(wanted: Json | undefined, now: Json | undefined): Json {
  const scopes = ['private', 'shared'].map((scope): [string, JsonObject] => {
    const gone = Object.keys(objectIn(now, scope)).map((key) => [key, null]);
    return [scope, { ...Object.fromEntries(gone), ...objectIn(wanted, scope) }];
  });
  return Object.fromEntries(scopes.filter(([, keys]) => Object.keys(keys).length > 0));
}
