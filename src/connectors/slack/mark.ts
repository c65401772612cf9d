import type { WebClient } from '@slack/web-api';
import type { JsonObject } from '../connector.js';
import { addressOf, argumentsOf } from '../resource/arguments.js';
import { objectSchema, reversible } from '../resource/define.js';
import type { CreatableKind, Inverse, ResourceOperation } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { listIn, objectIn } from './answer.js';
import { channel, timestamp } from './payload.js';

const calling = (method: string, call: (client: WebClient, args: object) => Promise<unknown>): Inverse<WebClient> => ({
  describe: (address) => `${method} ${JSON.stringify(address)}`,
  run: async (client, address) => {
    await call(client, address);
    return undefined;
  },
});

const NOTHING_IN_IT = { none: 'nothing can be put into a mark' };

/** A reaction of the credential's own user; Slack lets a user remove only its own. */
const reaction: CreatableKind<WebClient> = {
  name: 'reaction',
  others: NOTHING_IN_IT,
  label: ({ channel: at, timestamp: ts, name }) => `reaction ${name} to message ${ts} in ${at}`,
  read: async (client, { channel: at, timestamp: ts, name }) => {
    const [{ user_id: me }, answer] = await Promise.all([
      client.auth.test(),
      client.reactions.get({ channel: String(at), timestamp: String(ts), full: true }),
    ]);
    if (!me) throw new Error('the answer has no user_id');
    const { reactions } = objectIn(answer, 'message');
    const given = Array.isArray(reactions) ? reactions.map(objectOf) : [];
    const users = given.find((one) => one.name === name)?.users;
    return Array.isArray(users) && users.includes(me) ? { fields: { name: String(name) } } : null;
  },
  recreate: calling('reactions.add', (client, args) => client.reactions.add(argumentsOf(args))),
  remove: calling('reactions.remove', (client, args) => client.reactions.remove(argumentsOf(args))),
};

/** A message that is pinned to its channel, and by which user. */
const pin: CreatableKind<WebClient> = {
  name: 'pin',
  // A pin that was removed and set again looks as before.
  others: async (client, _address, { fields: { by = null } }): Promise<JsonObject> => {
    const { user_id: me } = await client.auth.test();
    return by === me ? {} : { pinnedBy: by };
  },
  volatile: ['by'],
  label: ({ channel: at, timestamp: ts }) => `pin of message ${ts} in ${at}`,
  read: async (client, { channel: at, timestamp: ts }) => {
    const items = listIn(await client.pins.list({ channel: String(at) }), 'items');
    const found = items.find((one) => objectOf(one.message).ts === ts);
    if (!found) return null;
    const { created, created_by } = found;
    return {
      fields: { pinned: true, by: created_by ?? null },
      ...(Number(created) && { putAt: Number(created) * 1_000 }),
    };
  },
  recreate: calling('pins.add', (client, args) => client.pins.add(argumentsOf(args))),
  remove: calling('pins.remove', (client, args) => client.pins.remove(argumentsOf(args))),
};

const name = { type: 'string', minLength: 1 };
const atMessage = { channel, timestamp };
const reactionSchema = objectSchema(['channel', 'timestamp', 'name'], { ...atMessage, name });
const pinSchema = objectSchema(['channel', 'timestamp'], atMessage);
const reactionOf = (payload: JsonObject) => [addressOf(payload, 'channel', 'timestamp', 'name')];
const pinOf = (payload: JsonObject) => [addressOf(payload, 'channel', 'timestamp')];
const own =
  'The credential must be of the user, or bot, that the agent acts as: Slack lets a user remove only its own reactions.';

const ownPins =
  'The credential must be of the user, or bot, that the agent acts as: a pin of another user is a conflict.';

export const markOperations: readonly ResourceOperation<WebClient>[] = [
  reversible({
    ...{ apiName: 'slack.reactions.add', operationType: 'CREATE', inverse: 'reactions.remove', effect: 'create' },
    ...{ kind: reaction, payloadSchema: reactionSchema, addresses: reactionOf, notes: own },
    driftSignal: 'whether the user has reacted so',
    sets: (payload) => ({ name: payload.name ?? null }),
  }),
  reversible({
    ...{ apiName: 'slack.reactions.remove', operationType: 'DELETE', inverse: 'reactions.add', effect: 'delete' },
    ...{ kind: reaction, payloadSchema: reactionSchema, addresses: reactionOf, notes: own },
    driftSignal: 'whether the user has reacted so',
  }),
  reversible({
    ...{ apiName: 'slack.pins.add', operationType: 'CREATE', inverse: 'pins.remove', effect: 'create' },
    ...{ kind: pin, payloadSchema: pinSchema, addresses: pinOf, notes: `The channel shows a line for it. ${ownPins}` },
    driftSignal: 'whether the message is pinned',
    sets: () => ({ pinned: true }),
  }),
  reversible({
    ...{ apiName: 'slack.pins.remove', operationType: 'DELETE', inverse: 'pins.add', effect: 'delete' },
    ...{ kind: pin, payloadSchema: pinSchema, addresses: pinOf },
    notes: 'Pinned by the owner of the credential, and at a new time.',
    driftSignal: 'whether the message is pinned',
  }),
];
