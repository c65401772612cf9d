import type { WebClient } from '@slack/web-api';
import type { Json, JsonObject } from '../connector.js';
import { addressOf, given } from '../resource/arguments.js';
import { objectSchema, reversible } from '../resource/define.js';
import { type Address, NotCapturable, type ResourceOperation } from '../resource/resource.js';
import { idIn, objectOf } from '../resource/response.js';
import { answeredEdit, message, messagesSince, reportedMessage } from './message.js';
import { layoutOf, normalizedText, sameText, visibleText } from './message-text.js';
import { channel, isChannelId, TIMESTAMP, timestamp } from './payload.js';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const objects = { type: 'array', items: { type: 'object' }, maxItems: 100 };
const content = {
  text,
  blocks: objects,
  attachments: objects,
  metadata: { type: 'object' },
  parse: text,
  link_names: flag,
};
const looks = {
  username: text,
  icon_emoji: text,
  icon_url: text,
  mrkdwn: flag,
  unfurl_links: flag,
  unfurl_media: flag,
};

/** The address of the message in the answer: in the channel of the payload, unless that is a name or a person. */
function sentTo(payload: JsonObject, response: Json | undefined): Address {
  const address = { channel: idIn(response, 'channel'), ts: idIn(response, 'ts') };
  if (!TIMESTAMP.test(String(address.ts))) throw new NotCapturable('the response names no message');
  const isThere = isChannelId(payload.channel) ? address.channel === payload.channel : isChannelId(address.channel);
  if (!isThere) throw new NotCapturable('the response is about another channel');
  return address;
}

export const chatOperations: readonly ResourceOperation<WebClient>[] = [
  reversible({
    apiName: 'slack.chat.postMessage',
    operationType: 'CREATE',
    // Other people and their clients have received the message.
    reversibility: 'compensating',
    inverse: 'chat.delete of the message',
    remains: ['People may have read the message.'],
    payloadSchema: {
      ...objectSchema(['channel'], {
        ...{ channel: text, ...content, ...looks },
        ...{ thread_ts: timestamp, reply_broadcast: flag, client_msg_id: text },
      }),
      anyOf: [{ required: ['text'] }, { required: ['blocks'] }],
    },
    notes: 'People may have read the message. The credential must be allowed to delete messages of the agent.',
    driftSignal: 'text and blocks of the message',
    kind: message,
    effect: 'create',
    addresses: (payload, response) => (response === undefined ? null : [sentTo(payload, response)]),
    listed: messagesSince,
    sets: (payload) => ({
      thread_ts: payload.thread_ts ?? null,
      layout: layoutOf(payload.blocks),
      ...(payload.text !== undefined && { said: normalizedText(payload.text) }),
      ...(payload.blocks !== undefined && { shown: visibleText(payload.blocks) }),
    }),
    left: (response) => {
      const reported = reportedMessage(response);
      return reported && given(reported, 'text', 'blocks', 'attachments');
    },
    fills: ({ attachments }) => ['text', 'blocks', ...(attachments === undefined ? [] : ['attachments'])],
  }),
  reversible({
    apiName: 'slack.chat.update',
    operationType: 'UPDATE',
    inverse: 'chat.update with the former text, blocks and attachments',
    payloadSchema: objectSchema(['channel', 'ts'], { channel, ts: timestamp, ...content }),
    notes: 'The message is marked as edited.',
    driftSignal: 'text, blocks and attachments, each by itself',
    kind: message,
    remains: ({ metadata }) =>
      metadata === undefined ? [] : ['The metadata of the message stays as the call set it.'],
    effect: 'update',
    addresses: (payload) => [addressOf(payload, 'channel', 'ts')],
    // A text alone drops blocks and attachments; both alone keep the text.
    sets: (payload, _, before) => {
      const kept = payload.text === undefined ? objectOf(before) : { blocks: [], attachments: [] };
      return given({ ...kept, ...payload }, 'text', 'blocks', 'attachments');
    },
    left: reportedMessage,
    answeredFields: answeredEdit,
    isSame: sameText,
  }),
];
