import { isUnguessable } from '../proof/unguessable.js';
import { type Address, IN_ITS_FIELDS, type MadeKind } from '../resource/resource.js';
import type { Calendars } from './client.js';
import { canonical } from './icalendar.js';

const urlOf = ({ url }: Address) => String(url);
const describePut = (address: Address) => `PUT ${urlOf(address)}`;

/**
 * A calendar object: `text` is the server's text, which an undo writes; `content` is its meaning, which is compared.
 */
export const object: MadeKind<Calendars> = {
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
      await client.replace(urlOf(address), String(before?.text), now?.version ?? null);
      return undefined;
    },
  },
  recreate: {
    describe: describePut,
    run: async (client, address, { text }) => {
      await client.create(urlOf(address), String(text));
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
