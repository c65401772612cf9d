import type { JsonObject } from '../connector.js';
import { isUnguessable } from '../proof/unguessable.js';
import { objectSchema, reading, reversible } from '../resource/define.js';
import {
  type Address,
  type CreatableKind,
  IN_ITS_FIELDS,
  NotCapturable,
  type ResourceOperation,
} from '../resource/resource.js';
import type { Calendars } from './client.js';
import { canonical } from './icalendar.js';

const urlOf = ({ url }: Address) => String(url);
const describePut = (address: Address) => `PUT ${urlOf(address)}`;

/** @throws NotCapturable when the server's text was not kept */
function textIn(fields: JsonObject | null): string {
  const text = fields?.text;
  if (typeof text !== 'string') throw new NotCapturable('The text of the calendar object was not kept.');
  return text;
}

/**
 * A calendar object: `text` is the server's text, which an undo writes; `content` is its meaning, which is compared.
 */
const object: CreatableKind<Calendars> = {
  name: 'calendar object',
  label: urlOf,
  others: IN_ITS_FIELDS,
  volatile: ['text'],
  // Clients name a new object after the UID that they have drawn.
  isDrawn: (address) => isUnguessable(/([^/]*)\.ics$/.exec(urlOf(address))?.[1] ?? ''),
  read: async (client, address) => {
    const { text, etag } = await client.read(urlOf(address));
    return { fields: { content: canonical(text), text }, ...(etag && { version: etag }) };
  },
  write: {
    describe: describePut,
    run: async (client, address, _, { before, now }) => {
      await client.replace(urlOf(address), textIn(before), now?.version ?? null);
      return undefined;
    },
  },
  recreate: {
    describe: describePut,
    run: async (client, address, fields) => {
      await client.create(urlOf(address), textIn(fields));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DELETE ${urlOf(address)}`,
    run: async (client, address, _, { now }) => {
      await client.remove(urlOf(address), now?.version ?? null);
      return undefined;
    },
  },
};

const of = (what: string) => ({
  type: 'string',
  minLength: 1,
  description: `Of ${what}, on the server of the credential.`,
});
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' };
const calendar = of('a calendar');

const READS: readonly [name: string, what: string, payloadSchema: object][] = [
  ['calendars.list', 'The calendars of the user of the credential.', objectSchema([], {})],
  [
    'objects.list',
    'Objects of a calendar, all or those of a time.',
    {
      ...objectSchema(['url'], { url: calendar, start: time, end: time, expand: { type: 'boolean' } }),
      dependencies: { start: ['end'], end: ['start'], expand: ['start'] },
    },
  ],
  [
    'objects.multiGet',
    'Objects of a calendar by their addresses.',
    objectSchema(['url', 'urls'], { url: calendar, urls: { type: 'array', maxItems: 100, items: of('an object') } }),
  ],
  ['objects.get', 'One object.', objectSchema(['url'], { url: of('the object') })],
  [
    'freebusy.query',
    'When a calendar is busy.',
    objectSchema(['url', 'start', 'end'], { url: calendar, start: time, end: time }),
  ],
];

export const readOperations = READS.map(([name, what, payloadSchema]) =>
  reading(`caldav.${name}`, payloadSchema, what),
);

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
