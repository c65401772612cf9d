import type { JsonObject } from '../connector.js';
import { isUnguessable } from '../proof/unguessable.js';
import { type Address, type CreatableKind, IN_ITS_FIELDS, NotCapturable } from '../resource/resource.js';
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
export const object: CreatableKind<Calendars> = {
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
