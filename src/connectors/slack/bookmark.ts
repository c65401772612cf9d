import { isDeepStrictEqual } from 'node:util';
import type { WebClient } from '@slack/web-api';
import type { JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import type { Address, CreatableKind, ResourceKind } from '../resource/resource.js';
import { listIn } from './answer.js';

const label = ({ channel_id, bookmark_id }: Address) => `bookmark ${bookmark_id} of ${channel_id}`;

export async function listed(client: WebClient, { channel_id }: Address): Promise<JsonObject[]> {
  return listIn(await client.bookmarks.list({ channel_id: String(channel_id) }), 'bookmarks');
}

/** A link at the top of a channel. */
export const bookmark: CreatableKind<WebClient> = {
  name: 'bookmark',
  others: { none: 'nothing can be put into a link' },
  label,
  read: async (client, address) => {
    const found = (await listed(client, address)).find(({ id }) => id === address.bookmark_id);
    return found ? { fields: { ...fieldsOf(found), date_created: found.date_created ?? null } } : null;
  },
  volatile: ['date_created'],
  createdAt: ({ date_created }) => Number(date_created) * 1_000,
  write: {
    describe: (address, fields) => `bookmarks.edit of ${label(address)}: ${JSON.stringify(fields)}`,
    run: async (client, address, fields) => {
      await client.bookmarks.edit(argumentsOf(address, fields));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `bookmarks.remove of ${label(address)}`,
    run: async (client, address) => {
      await client.bookmarks.remove(argumentsOf(address));
      return undefined;
    },
  },
};

/** A bookmark that is to be removed: added again it has another id. */
export const bookmarkToRemove: ResourceKind<WebClient> = {
  name: bookmark.name,
  label,
  read: async (client, address) => {
    const found = (await listed(client, address)).find(({ id }) => id === address.bookmark_id);
    return found ? { fields: fieldsOf(found) } : null;
  },
  recreate: {
    describe: ({ channel_id }, { title }) => `bookmarks.add of ${JSON.stringify(title)} to ${channel_id}`,
    run: async (client, { channel_id = '' }, fields) => {
      const { bookmark: made } = await client.bookmarks.add(argumentsOf({ channel_id }, fields));
      return { channel_id, bookmark_id: String(made?.id) };
    },
  },
  find: async (client, address, fields, since) => {
    const later = (await listed(client, address)).filter((one) => Number(one.date_created) * 1_000 >= since);
    const equal = later.filter((one) => isDeepStrictEqual(fieldsOf(one), fields));
    return equal.map(({ id }) => ({ channel_id: address.channel_id ?? '', bookmark_id: String(id) }));
  },
};

function fieldsOf({ title, link, emoji, type }: JsonObject): JsonObject {
  return { title: title ?? '', link: link ?? '', emoji: emoji ?? '', type: type ?? 'link' };
}
