import { standard, text, texts } from '../google/payload.js';
import { objectSchema, reading } from '../resource/define.js';
import { where } from './where.js';

const flag = { type: 'boolean' };
const page = { maxResults: { type: 'integer', minimum: 1, maximum: 2_500 }, pageToken: text };
const zone = { timeZone: text };
const span = { timeMin: text, timeMax: text, ...zone };
const choice = { showDeleted: flag, singleEvents: flag, orderBy: { enum: ['startTime', 'updated'] }, updatedMin: text };
const rest = { ...standard, ...page };
const event = { ...where, eventId: text, maxAttendees: { type: 'integer', minimum: 1 } };

const READS: readonly [name: string, what: string, payloadSchema: object][] = [
  [
    'events.list',
    'Events of a calendar, also by words and by time.',
    objectSchema(['calendarId'], {
      ...{ ...rest, ...where, ...span, ...choice, q: text, iCalUID: text, eventTypes: texts },
      maxAttendees: event.maxAttendees,
    }),
  ],
  ['events.get', 'One event.', objectSchema(['calendarId', 'eventId'], { ...standard, ...event, ...zone })],
  [
    'events.instances',
    'The single events of a recurring one.',
    objectSchema(['calendarId', 'eventId'], { ...rest, ...event, ...span, showDeleted: flag }),
  ],
  [
    'calendarList.list',
    'The calendars of the account.',
    objectSchema([], { ...rest, minAccessRole: text, showHidden: flag }),
  ],
  ['calendarList.get', 'One calendar as the account sees it.', objectSchema(['calendarId'], { ...standard, ...where })],
  ['calendars.get', 'What is said of a calendar.', objectSchema(['calendarId'], { ...standard, ...where })],
  [
    'freebusy.query',
    'When calendars are busy.',
    objectSchema(['requestBody'], {
      ...standard,
      requestBody: objectSchema(['timeMin', 'timeMax', 'items'], {
        ...span,
        items: { type: 'array', maxItems: 50, items: objectSchema(['id'], { id: text }) },
      }),
    }),
  ],
  ['acl.list', 'Who may use a calendar.', objectSchema(['calendarId'], { ...rest, ...where })],
  ['acl.get', 'One such rule.', objectSchema(['calendarId', 'ruleId'], { ...standard, ...where, ruleId: text })],
  ['colors.get', 'The colors of calendars and events.', objectSchema([], { ...standard })],
  ['settings.list', 'The settings of the account.', objectSchema([], { ...rest })],
];

export const readOperations = READS.map(([name, what, payloadSchema]) => reading(`gcal.${name}`, payloadSchema, what));
