import type { WebClient } from '@slack/web-api';
import { addressOf, given } from '../resource/arguments.js';
import { objectSchema, reversible } from '../resource/define.js';
import type { ResourceOperation } from '../resource/resource.js';
import { idIn, objectOf } from '../resource/response.js';
import { bookmark, bookmarkToRemove, listed } from './bookmark.js';
import { channel } from './payload.js';

const text = { type: 'string' };
const content = { title: text, link: text, emoji: text };
const inChannel = { channel_id: channel };
const driftSignal = 'title, link and emoji, each by itself';

export const bookmarkOperations: readonly ResourceOperation<WebClient>[] = [
  reversible({
    apiName: 'slack.bookmarks.add',
    operationType: 'CREATE',
    inverse: 'bookmarks.remove',
    payloadSchema: objectSchema(['channel_id', 'title', 'type', 'link'], {
      ...inChannel,
      ...content,
      type: { const: 'link' },
    }),
    notes: null,
    driftSignal,
    kind: bookmark,
    effect: 'create',
    addresses: (payload, response) =>
      response === undefined
        ? null
        : [{ ...addressOf(payload, 'channel_id'), bookmark_id: idIn(objectOf(response).bookmark, 'id') }],
    listed: async (client, payload) => {
      const at = addressOf(payload, 'channel_id');
      return (await listed(client, at)).map(({ id }) => ({ ...at, bookmark_id: String(id) }));
    },
    sets: ({ title, link, emoji }) => ({
      title: String(title).trim(),
      link: String(link),
      emoji: emoji ?? '',
      type: 'link',
    }),
  }),
  reversible({
    apiName: 'slack.bookmarks.edit',
    operationType: 'UPDATE',
    inverse: 'bookmarks.edit with the former values of the fields that the call named',
    payloadSchema: objectSchema(['channel_id', 'bookmark_id'], { ...inChannel, bookmark_id: text, ...content }),
    notes: null,
    driftSignal,
    kind: bookmark,
    effect: 'update',
    addresses: (payload) => [addressOf(payload, 'channel_id', 'bookmark_id')],
    sets: (payload) => given(payload, 'title', 'link', 'emoji'),
    replaced: (_, response) => ({ beside: given(objectOf(objectOf(response).bookmark), 'title', 'link') }),
  }),
  reversible({
    apiName: 'slack.bookmarks.remove',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'bookmarks.add with the same title and link',
    remains: ['The bookmark has a new id, and is the last of the channel.'],
    payloadSchema: objectSchema(['channel_id', 'bookmark_id'], { ...inChannel, bookmark_id: text }),
    notes: null,
    driftSignal,
    kind: bookmarkToRemove,
    effect: 'delete',
    addresses: (payload) => [addressOf(payload, 'channel_id', 'bookmark_id')],
  }),
];
