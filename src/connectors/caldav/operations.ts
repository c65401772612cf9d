import type { JsonObject } from '../connector.js';
import { objectSchema, reversible } from '../resource/define.js';
import type { ResourceOperation } from '../resource/resource.js';
import type { Calendars } from './client.js';
import { canonical } from './icalendar.js';
import { object } from './object.js';

const url = { type: 'string', minLength: 1, description: 'Of the object, on the server of the credential.' };
const etag = { type: 'string', description: 'What the client sends as If-Match.' };
/** The server refused the call if the object was another one. */
const replaced = ({ etag: version }: JsonObject) => (typeof version === 'string' ? { version } : {});
const remains = ['Invitations that the server mailed to attendees stay mailed; the undo may have it mail again.'];

export const operations: readonly ResourceOperation<Calendars>[] = [
  reversible({
    apiName: 'caldav.objects.put',
    operationType: 'UPDATE',
    inverse: 'PUT of the former object with If-Match, or DELETE of a new one',
    payloadSchema: objectSchema(['url', 'data'], { url, data: { type: 'string', minLength: 1 }, etag }),
    notes: 'Compared is what the iCalendar text says, not how the server folds or sorts it.',
    driftSignal: 'content of the object; ETag while writing',
    remains,
    replaced,
    kind: object,
    effect: 'write',
    addresses: (payload) => [{ url: String(payload.url) }],
    sets: ({ data }) => ({ content: canonical(String(data)) }),
  }),
  reversible({
    apiName: 'caldav.objects.delete',
    operationType: 'DELETE',
    inverse: 'PUT of the former object with If-None-Match',
    payloadSchema: objectSchema(['url'], { url, etag }),
    notes: 'A whole calendar is not captured.',
    driftSignal: 'whether there is an object again',
    remains,
    replaced,
    kind: object,
    effect: 'delete',
    addresses: (payload) => [{ url: String(payload.url) }],
  }),
];
