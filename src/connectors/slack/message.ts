import type { WebClient } from '@slack/web-api';
import type { Json, JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import {
  type Address,
  type AnsweredPut,
  type CreatableKind,
  IN_ITS_FIELDS,
  NotCapturable,
} from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { conversationsOf, listIn } from './answer.js';
import { layoutOf, normalizedText, visibleText } from './message-text.js';
import { isChannelId } from './payload.js';

const messageLabel = ({ channel, ts }: Address) => `message ${ts} in ${channel}`;

/** A message, in a channel or in a thread of it. */
export const message: CreatableKind<WebClient> = {
  name: 'message',
  others: IN_ITS_FIELDS,
  label: messageLabel,
  read: async (client, address) => {
    const found = await readMessage(client, address);
    if (!found) return null;
    const reactions = Array.isArray(found.reactions) ? found.reactions.map((one) => objectOf(one).name ?? '') : [];
    const others = { reactions, replies: found.reply_count ?? 0 };
    const edited = objectOf(found.edited).ts ?? null;
    return { fields: { ...fieldsOf(found), ...others, ts: found.ts ?? null }, marks: { edited } };
  },
  volatile: ['ts', 'said', 'shown', 'layout'],
  // An edit writes the text, the blocks and the attachments together.
  lastChanges: async (_client, _address, now) => {
    const edited = now?.marks?.edited;
    if (typeof edited !== 'string') return {};
    const change = { at: Math.floor(Number(edited) * 1_000), id: edited };
    return { fields: { text: change, blocks: change, attachments: change } };
  },
  createdAt: ({ ts }) => Number(ts) * 1_000,
  write: {
    describe: (address, fields) => `chat.update of ${messageLabel(address)}: ${JSON.stringify(fields)}`,
    run: async (client, address, fields, { now }) => {
      // An update drops the blocks and attachments that it does not name.
      const { text = '', blocks = [], attachments = [] } = { ...now?.fields, ...fields };
      await client.chat.update(argumentsOf(address, { text, blocks, attachments }));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `chat.delete of ${messageLabel(address)}`,
    run: async (client, address) => {
      await client.chat.delete(argumentsOf(address));
      return undefined;
    },
  },
};

/** Finds the message of this very time, in a thread or outside of any. */
async function readMessage(client: WebClient, { channel, ts }: Address): Promise<JsonObject | null> {
  const only = { oldest: String(ts), latest: String(ts), inclusive: true, limit: 1 };
  const answer = await client.conversations.replies({ channel: String(channel), ts: String(ts), ...only });
  const found = listIn(answer, 'messages').find((one) => one.ts === ts);
  // A deleted message that had answers leaves a tombstone.
  return found && found.subtype !== 'tombstone' ? found : null;
}

/** The messages of the channel or the thread since a moment. Null when there is more than one page. */
export async function messagesSince(
  client: WebClient,
  payload: JsonObject,
  since: number,
): Promise<readonly Address[] | null> {
  const { thread_ts: thread } = payload;
  const channel = await idOf(client, String(payload.channel));
  if (channel === undefined) return [];
  const late = { channel, oldest: String(since / 1_000), limit: 200 };
  const answer = await (typeof thread === 'string'
    ? client.conversations.replies({ ...late, ts: thread })
    : client.conversations.history(late));
  if (answer.has_more) return null;
  return listIn(answer, 'messages').map(({ ts }) => ({ channel, ts: String(ts) }));
}

/** The id of a channel by its name, or of the conversation with a user. Undefined when there is none yet. */
async function idOf(client: WebClient, named: string): Promise<string | undefined> {
  if (isChannelId(named)) return named;
  const isUser = /^[UW][A-Z0-9]{6,}$/.test(named);
  for (const types of isUser ? ['im'] : ['public_channel', 'private_channel']) {
    const all = await conversationsOf(client, types);
    if (!all) throw new NotCapturable('there are too many channels to find one by its name');
    const found = all.find((one) => (isUser ? one.user === named : one.name === named.replace(/^#/, '')));
    if (found) return String(found.id);
  }
  return undefined;
}

function fieldsOf(found: JsonObject): JsonObject {
  return {
    text: found.text ?? '',
    blocks: found.blocks ?? [],
    attachments: ownAttachments(found.attachments),
    thread_ts: found.thread_ts === found.ts ? null : (found.thread_ts ?? null),
    said: normalizedText(found.text),
    shown: visibleText(found.blocks),
    layout: layoutOf(found.blocks),
  };
}

/** The attachments without the previews that Slack makes of links by itself, at any time. */
function ownAttachments(attachments: Json | undefined): Json[] {
  const all = Array.isArray(attachments) ? attachments : [];
  return all.filter((one) => objectOf(one).from_url === undefined && objectOf(one).is_msg_unfurl === undefined);
}

/** The agent's report of a message it sent or changed. */
export function reportedMessage(response: Json | undefined): JsonObject | null {
  const found = objectOf(objectOf(response).message);
  if (typeof found.text !== 'string') return null;
  const { text = '', blocks = [], attachments = [] } = fieldsOf(found);
  return { text, blocks, attachments };
}

/** Slack tells the time of the edit. */
export function answeredEdit(response: Json | undefined): Record<string, AnsweredPut> {
  const { ts } = objectOf(objectOf(objectOf(response).message).edited);
  const put = { id: typeof ts === 'string' ? ts : null, version: null, at: null };
  return { text: put, blocks: put, attachments: put };
}
