import type { WebClient } from '@slack/web-api';
import type { Json, JsonObject } from '../connector.js';
import { addressOf } from '../resource/arguments.js';
import { objectSchema, reversible } from '../resource/define.js';
import type {
  Address,
  AnsweredPut,
  CreatableKind,
  LastChange,
  ResourceKind,
  ResourceOperation,
} from '../resource/resource.js';
import { idIn, objectOf } from '../resource/response.js';
import { conversationsOf, listIn, objectIn } from './answer.js';
import { normalizedText } from './message-text.js';
import { channel } from './payload.js';

/** The most messages that one answer holds; a channel with more of them counts as used. */
const MOST_MESSAGES = 100;

const conversation: CreatableKind<WebClient> = {
  name: 'channel',
  label: (address) => `channel ${address.channel}`,
  read: async (client, address) => {
    const answer = await client.conversations.info({ channel: String(address.channel) });
    return { fields: fieldsOf(objectIn(answer, 'channel')) };
  },
  createdAt: ({ created }) => Number(created) * 1_000,
  lastChanges: async (client, { channel: id }) => {
    const answer = await client.conversations.info({ channel: String(id) });
    return { fields: textChanges(objectIn(answer, 'channel')) };
  },
  lasting: ['topic', 'purpose', 'created'],
  // People can no longer write in an archived channel.
  others: (client, address) => messagesOfOthers(client, address),
  end: {
    fields: ['is_archived'],
    is: ({ is_archived }) => is_archived === true,
    uses: (client, address) => messagesOfOthers(client, address, true),
  },
  write: {
    describe: (address, fields) =>
      `${Object.keys(fields).map(methodOf(fields)).join(', ')} of channel ${address.channel}: ${JSON.stringify(fields)}`,
    run: async (client, address, fields) => {
      const id = { channel: String(address.channel) };
      const { is_archived, name, topic, purpose } = fields;
      // An archived channel cannot be changed, so it is unarchived first.
      if (is_archived === false) await client.conversations.unarchive(id);
      if (name !== undefined) await client.conversations.rename({ ...id, name: String(name) });
      if (topic !== undefined) await client.conversations.setTopic({ ...id, topic: String(topic) });
      if (purpose !== undefined) await client.conversations.setPurpose({ ...id, purpose: String(purpose) });
      if (is_archived === true) await client.conversations.archive(id);
      return undefined;
    },
  },
};

/** @param isBroughtBack counts only what was written since the channel was brought back from the archive */
async function messagesOfOthers(
  client: WebClient,
  { channel: id }: Address,
  isBroughtBack = false,
): Promise<JsonObject> {
  const [me, answer] = await Promise.all([
    client.auth.test(),
    client.conversations.history({ channel: String(id), limit: MOST_MESSAGES }),
  ]);
  const all = listIn(answer, 'messages');
  const back = isBroughtBack ? all.findIndex(({ subtype }) => /^(channel|group)_unarchive$/.test(String(subtype))) : -1;
  const used = (back < 0 ? all : all.slice(0, back)).filter((message) => isUsedByOthers(message, me));
  return { messages: answer.has_more && back < 0 ? `more than ${MOST_MESSAGES}` : used.length };
}

/**
 * True when another user, or another bot, wrote it, answered it or reacted to it. Slack's own notices about the channel
 * do not count.
 */
function isUsedByOthers(message: JsonObject, me: { user_id?: string; bot_id?: string }): boolean {
  const { subtype, user, bot_id, reply_users, reactions } = message;
  if (/^(channel|group)_/.test(String(subtype ?? ''))) return false;
  const isOwn = user === undefined ? bot_id === me.bot_id : user === me.user_id;
  const reacted = listOf(reactions).flatMap((one) => listOf(objectOf(one).users));
  return !isOwn || [...listOf(reply_users), ...reacted].some((one) => one !== me.user_id);
}

/** Slack writes a notice into the channel for each of these changes, with its time. */
const NOTICES: Readonly<Record<string, RegExp>> = {
  is_archived: /^(channel|group)_(un)?archive$/,
  name: /^(channel|group)_name$/,
};

/** A channel whose name, or whose archiving, a call changes: the newest notice of each tells when. */
const noticedConversation: ResourceKind<WebClient> = {
  ...conversation,
  lastChanges: async (client, { channel: id }) => {
    const seen = client.conversations.history({ channel: String(id), limit: MOST_MESSAGES });
    const notices = listIn(await seen.catch(nothingShown), 'messages');
    const changes = Object.entries(NOTICES).flatMap(([field, subtype]) => {
      const last = notices.find((one) => subtype.test(String(one.subtype)));
      return last ? [[field, { at: Math.floor(Number(last.ts) * 1_000) }] as const] : [];
    });
    return { fields: Object.fromEntries(changes) };
  },
};

/** A credential that may not read the messages is shown none. */
function nothingShown(error: unknown): { messages: [] } {
  const said = String((error as { data?: { error?: unknown } }).data?.error);
  if (['missing_scope', 'not_in_channel', 'no_permission', 'not_allowed_token_type'].includes(said))
    return { messages: [] };
  throw error;
}

const listOf = (list: Json | undefined): readonly Json[] => (Array.isArray(list) ? list : []);

const METHODS: Readonly<Record<string, string>> = { name: 'rename', topic: 'setTopic', purpose: 'setPurpose' };
const methodOf = (fields: JsonObject) => (field: string) =>
  `conversations.${METHODS[field] ?? (fields[field] === false ? 'unarchive' : 'archive')}`;

function fieldsOf(found: JsonObject): JsonObject {
  return {
    name: found.name ?? '',
    topic: objectOf(found.topic).value ?? '',
    purpose: objectOf(found.purpose).value ?? '',
    is_archived: found.is_archived ?? false,
    is_private: found.is_private ?? false,
    created: found.created ?? null,
  };
}

/** Slack tells which user set the topic and the purpose, and when. */
function textChanges(found: JsonObject): Record<string, LastChange> {
  const changes = ['topic', 'purpose'].map((field) => {
    const { creator, last_set } = objectOf(found[field]);
    return [field, { at: Number(last_set) * 1_000, id: `${creator} ${last_set}` }] as const;
  });
  return Object.fromEntries(changes.filter(([, { at }]) => at > 0));
}

const answeredFields = (response: Json | undefined): Record<string, AnsweredPut> =>
  Object.fromEntries(
    Object.entries(textChanges(objectOf(objectOf(response).channel))).map(([field, { at = null, id = null }]) => [
      field,
      { at, id, version: null },
    ]),
  );

/** Older methods answer the text alone. */
function reported(response: Json | undefined): JsonObject | null {
  const answer = objectOf(response);
  const found = objectOf(answer.channel);
  if (typeof found.name === 'string') return fieldsOf(found);
  const remains = ['topic', 'purpose'].filter((field) => typeof answer[field] === 'string');
  return Object.fromEntries(remains.map((field) => [field, answer[field] ?? '']));
}

/** Slack writes names in lower case, without spaces, and texts as those of messages. */
const nameOf = (text: Json) => normalizedText(text).toLowerCase().replaceAll(' ', '-');

const text = { type: 'string' };
const id = (payload: JsonObject) => [addressOf(payload, 'channel')];

function changing(verb: string, field: string, notes: string): ResourceOperation<WebClient> {
  return reversible({
    apiName: `slack.conversations.${verb}`,
    operationType: 'UPDATE',
    inverse: `conversations.${verb} with the former ${field}`,
    payloadSchema: objectSchema(['channel', field], { channel, [field]: text }),
    notes,
    driftSignal: `${field} of the channel`,
    kind: field === 'name' ? noticedConversation : conversation,
    answeredFields,
    effect: 'update',
    addresses: id,
    sets: (payload) => ({ [field]: payload[field] ?? null }),
    left: reported,
    isSame: (sent, answered) => nameOf(sent) === nameOf(answered),
  });
}

function archiving(verb: 'archive' | 'unarchive', inverse: 'archive' | 'unarchive', notes: string) {
  return reversible<WebClient>({
    apiName: `slack.conversations.${verb}`,
    operationType: 'UPDATE',
    inverse: `conversations.${inverse}`,
    payloadSchema: objectSchema(['channel'], { channel }),
    notes,
    driftSignal: 'whether the channel is archived',
    kind: noticedConversation,
    effect: 'update',
    addresses: id,
    sets: () => ({ is_archived: verb === 'archive' }),
  });
}

const remains = 'The channel shows a line for each change.';

export const conversationOperations: readonly ResourceOperation<WebClient>[] = [
  changing('setTopic', 'topic', remains),
  changing('setPurpose', 'purpose', remains),
  changing('rename', 'name', `${remains} Only its creator or an administrator may rename a channel.`),
  archiving('archive', 'unarchive', `${remains} Slack lets users bring a channel back, and not every bot.`),
  archiving('unarchive', 'archive', remains),
  reversible({
    apiName: 'slack.conversations.create',
    operationType: 'CREATE',
    reversibility: 'compensating',
    inverse: 'conversations.archive',
    remains: ['The channel stays, archived, and keeps its name.'],
    payloadSchema: objectSchema(['name'], { name: text, is_private: { type: 'boolean' }, team_id: text }),
    notes: 'Only an administrator of the organization can delete a channel.',
    driftSignal: 'name of the channel, and whether it is archived',
    kind: conversation,
    effect: 'create',
    ends: { is_archived: true },
    addresses: (_, response) => (response === undefined ? null : [{ channel: idIn(objectOf(response).channel, 'id') }]),
    listed: async (client, { is_private }) => {
      const all = await conversationsOf(client, is_private === true ? 'private_channel' : 'public_channel');
      return all?.map(({ id }) => ({ channel: String(id) })) ?? null;
    },
    sets: ({ name, is_private }) => ({ name: String(name), is_private: is_private ?? false, is_archived: false }),
  }),
];
