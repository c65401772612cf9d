import type { JsonObject } from '../connector.js';
import { createdId, objectIn, standard, text, textIn } from '../google/payload.js';
import { objectSchema, reversible } from '../resource/define.js';
import { deletedEvent, event, eventsSince } from './event.js';
import { fieldsOf, setBy } from './event-fields.js';
import { irreversibleOperations } from './irreversible.js';
import { where } from './where.js';

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'events.insert': 'Create event in {calendarId}[: {requestBody.summary:text}][ at {requestBody.start}]',
  'events.patch': 'Update event {eventId} in {calendarId}[: {requestBody:changes}]',
  'events.update': 'Replace event {eventId} in {calendarId}[: {requestBody:changes}]',
  'events.delete': 'Delete event {eventId} in {calendarId}',
  'events.quickAdd': 'Create event in {calendarId}: {text:text}',
  'events.import': 'Import event into {calendarId}[: {requestBody.summary:text}]',
  'events.move': 'Move event {eventId} from {calendarId} to {destination}',
  'calendars.clear': 'Delete all events of {calendarId}',
  'calendars.delete': 'Delete calendar {calendarId}',
  'acl.insert': 'Share {calendarId}[ with {requestBody.scope}][ as {requestBody.role}]',
  'acl.delete': 'End sharing {ruleId} of {calendarId}',
};

const NOT_PROVED = 'Not proved against a stand-in: ours changes no events.';
const MAIL = 'Invitations and changes that were mailed stay with their recipients; the undo sends no mail.';

const options = {
  ...standard,
  sendUpdates: text,
  sendNotifications: { type: 'boolean' },
  alwaysIncludeEmail: { type: 'boolean' },
  maxAttendees: { type: 'integer' },
};
const requestBody = { type: 'object' };
const nullable = { type: ['string', 'null'] };
const flag = { type: 'boolean' };
const time = objectSchema([], { date: nullable, dateTime: nullable, timeZone: nullable });
/** The schema of a guest; Google sets the last three members. */
const guest = objectSchema(['email'], {
  ...{ email: text, displayName: text, optional: flag, resource: flag, responseStatus: text },
  ...{ comment: { type: 'string' }, additionalGuests: { type: 'integer' } },
  ...{ id: text, organizer: flag, self: flag },
});
/** Members of an event that can be brought back. */
const members = {
  ...Object.fromEntries(
    ['summary', 'description', 'location', 'visibility', 'transparency', 'colorId'].map((name) => [name, nullable]),
  ),
  start: time,
  end: time,
  attendees: { type: 'array', items: guest },
  recurrence: { type: ['array', 'null'], items: text },
  reminders: { type: ['object', 'null'] },
  extendedProperties: objectSchema([], { private: { type: 'object' }, shared: { type: 'object' } }),
  source: { type: ['object', 'null'] },
  ...Object.fromEntries(
    ['guestsCanInviteOthers', 'guestsCanModify', 'guestsCanSeeOtherGuests', 'anyoneCanAddSelf'].map((name) => [
      name,
      flag,
    ]),
  ),
};
const byId = (payload: JsonObject) => [
  { calendarId: textIn(payload, 'calendarId'), eventId: textIn(payload, 'eventId') },
];
const sets = (payload: JsonObject, _address?: unknown, before: JsonObject | null = null) =>
  setBy(objectIn(payload, 'requestBody'), before);
/** A patch adds keys to the existing ones. */
function propertiesPut(payload: JsonObject, before: JsonObject | null): JsonObject {
  const { extendedProperties: put } = objectIn(payload, 'requestBody');
  if (put === undefined) return {};
  const there = objectIn(before ?? {}, 'extendedProperties');
  const scopes = [...new Set([...Object.keys(there), ...Object.keys(objectIn(put))])].map((scope) => {
    const keys = Object.entries({ ...objectIn(there, scope), ...objectIn(put, scope) });
    return [scope, Object.fromEntries(keys.filter(([, value]) => value !== null))];
  });
  return { extendedProperties: Object.fromEntries(scopes) };
}

const change = {
  operationType: 'UPDATE',
  inverse: 'events.patch with the former values, if no other client has changed the event in between',
  notes: NOT_PROVED,
  driftSignal: 'each field, and the etag',
  kind: event,
  effect: 'update',
  addresses: byId,
  sets,
  left: (response: unknown) => (response === undefined ? null : fieldsOf(objectIn(response as JsonObject))),
  remains: [MAIL],
} as const;
const changeSchema = objectSchema(['calendarId', 'eventId', 'requestBody'], {
  ...where,
  ...options,
  eventId: text,
  requestBody: objectSchema([], members),
});

/** The zones, the default reminders, and the calendar owner's answer to the own invitation. */
function chosenByGoogle({ requestBody }: JsonObject): string[] {
  const body = objectIn(requestBody);
  const guests = (sets({ requestBody: body }).attendees ?? []) as string[];
  const left = ['start', 'end', 'reminders'].filter((name) => !(name in setBy(body)));
  return [...left, 'startZone', 'endZone', ...guests.map((guest) => `answer ${guest}`)];
}

/** The fields that an update without members would leave empty. */
const emptied = ({ created: _, ...before }: JsonObject) => ({ ...fieldsOf({}), ...before });

export const operations = [
  reversible({
    apiName: 'gcal.events.insert',
    operationType: 'CREATE',
    reversibility: 'compensating',
    inverse: 'events.delete',
    payloadSchema: objectSchema(['calendarId', 'requestBody'], {
      ...where,
      ...options,
      requestBody,
      conferenceDataVersion: { type: 'integer' },
      supportsAttachments: { type: 'boolean' },
    }),
    notes: null,
    driftSignal: 'title, text, place, times, those invited',
    kind: event,
    effect: 'create',
    addresses: (payload, response) => {
      const eventId = createdId(response);
      return eventId === null ? null : [{ calendarId: textIn(payload, 'calendarId'), eventId }];
    },
    within: (payload) => ({ calendarId: textIn(payload, 'calendarId') }),
    listed: eventsSince,
    // Google may answer an equal moment with another zone.
    sets: (payload) => {
      const { startZone: _start, endZone: _end, ...rest } = sets(payload);
      return rest;
    },
    left: change.left,
    fills: chosenByGoogle,
    remains: [MAIL],
  }),
  reversible({
    ...change,
    apiName: 'gcal.events.patch',
    payloadSchema: changeSchema,
    sets: (payload, _address, before) => ({ ...sets(payload, null, before), ...propertiesPut(payload, before) }),
  }),
  reversible({
    ...change,
    apiName: 'gcal.events.update',
    payloadSchema: changeSchema,
    notes: `${NOT_PROVED} What the call leaves out is emptied by Google, and brought back.`,
    remains: [MAIL, 'Attachments and the conference, if the call removed them, are not restored.'],
    sets: (payload, _address, before) => ({
      ...Object.fromEntries(Object.keys(emptied(before ?? {})).map((name) => [name, null])),
      ...sets(payload, null, before),
    }),
  }),
  reversible({
    apiName: 'gcal.events.delete',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'events.insert with a new id',
    payloadSchema: objectSchema(['calendarId', 'eventId'], { ...where, ...options, eventId: text }),
    notes: 'An event of the very same fields counts as brought back.',
    driftSignal: 'whether such an event is there again',
    kind: deletedEvent,
    effect: 'delete',
    addresses: byId,
    remains: ['The event has a new id; attachments and the conference are not restored.', MAIL],
  }),
  ...irreversibleOperations,
];
