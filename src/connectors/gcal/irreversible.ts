import type { OperationType } from '../connector.js';
import { standard, text } from '../google/payload.js';
import { irreversible, objectSchema } from '../resource/define.js';
import { where } from './where.js';

const requestBody = { type: 'object' };
const mails = { sendUpdates: text, sendNotifications: { type: 'boolean' } };
const inCalendar = (required: readonly string[], more: object = {}) =>
  objectSchema(['calendarId', ...required], { ...standard, ...where, ...more });

const CALLS: readonly [name: string, type: OperationType, why: string, payloadSchema: object][] = [
  [
    'events.quickAdd',
    'CREATE',
    'Compensation: gcal.events.delete of the event that it made.',
    inCalendar(['text'], { ...mails, text }),
  ],
  [
    'events.import',
    'CREATE',
    'Compensation: gcal.events.delete of the event that it made.',
    inCalendar(['requestBody'], { requestBody, conferenceDataVersion: { type: 'integer' } }),
  ],
  [
    'events.move',
    'UPDATE',
    'The organizer changes, and those invited are notified. Compensation: another move.',
    inCalendar(['eventId', 'destination'], { ...mails, eventId: text, destination: text }),
  ],
  [
    'calendars.clear',
    'DELETE',
    'Every event of the primary calendar: more than a precapture could hold.',
    inCalendar([]),
  ],
  ['calendars.delete', 'DELETE', 'With every event in it: more than a precapture could hold.', inCalendar([])],
  [
    'acl.insert',
    'CREATE',
    'The new user may have read the calendar, and was mailed. Compensation: gcal.acl.delete.',
    inCalendar(['requestBody'], { sendNotifications: { type: 'boolean' }, requestBody }),
  ],
  [
    'acl.delete',
    'DELETE',
    'Compensation: gcal.acl.insert, which mails again.',
    inCalendar(['ruleId'], { ruleId: text }),
  ],
];

export const irreversibleOperations = CALLS.map(([name, type, why, payloadSchema]) =>
  irreversible(`gcal.${name}`, type, why, payloadSchema),
);
