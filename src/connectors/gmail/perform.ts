import type { gmail_v1 } from '@googleapis/gmail';
import type { JsonObject } from '../connector.js';
import { objectIn } from '../google/payload.js';
import { callGoogle, googlePerforming } from '../google/perform.js';
import type { Performing } from '../resource/resource.js';
import { userIn } from './payload.js';

const MOST_LOOKED_AT = 25;

const inUsers = (path: string) => `users.${path}`;

/**
 * A mail that is sent gets a Message-ID of the service when its author has chosen none. A mail with it in the mailbox
 * proves that the mail was sent. Gmail may have replaced the id, so a missing mail proves nothing.
 */
export const performing: Performing<gmail_v1.Gmail> = googlePerforming<gmail_v1.Gmail>(inUsers, {
  call: (client, path, payload, key) => callGoogle(client, inUsers(path), sent(path, payload, key)),
  found: async (client, path, payload, key) => {
    if (path !== 'messages.send' || messageIdOf(rawOf(payload)) !== null) return null;
    return sentAs(client, userIn(payload), idFor(key));
  },
});

/** Looks through the newest sent mails, because a search may not know them yet. Null when none has the Message-ID. */
async function sentAs(client: gmail_v1.Gmail, userId: string, messageId: string): Promise<unknown> {
  const { data } = await client.users.messages.list({ userId, labelIds: ['SENT'], maxResults: MOST_LOOKED_AT });
  for (const { id } of data.messages ?? []) {
    const asked = { userId, id: String(id), format: 'metadata', metadataHeaders: ['Message-ID'] };
    const { payload, ...message } = (await client.users.messages.get(asked)).data;
    if (payload?.headers?.some(({ name, value }) => /^message-id$/i.test(name ?? '') && value === `<${messageId}>`))
      return message;
  }
  return null;
}

function sent(path: string, payload: JsonObject, key: string): JsonObject {
  const own = { ...payload, userId: userIn(payload) };
  if (path !== 'messages.send') return own;
  const body = objectIn(payload, 'requestBody');
  return { ...own, requestBody: { ...body, raw: withMessageId(rawOf(payload), `<${idFor(key)}>`) } };
}

const rawOf = (payload: JsonObject) => String(objectIn(payload, 'requestBody').raw ?? '');

/** @param key the id of the action */
const idFor = (key: string) => `${key}@backstop.invalid`;

/** Finds the header in the head of a mail. */
const HEADER = /^message-id[ \t]*:[ \t]*(.*)$/im;

/**
 * Reads the Message-ID that the author of a mail chose. Null when the author chose none.
 * @param raw base64url
 */
function messageIdOf(raw: string): string | null {
  const text = Buffer.from(raw, 'base64url').toString('latin1');
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  return HEADER.exec(head)?.[1]?.trim() ?? null;
}

/** The same mail under this name, unless its author has given it one. @param raw base64url */
function withMessageId(raw: string, id: string): string {
  if (messageIdOf(raw) !== null) return raw;
  const bytes = Buffer.from(raw, 'base64url');
  return Buffer.concat([Buffer.from(`Message-ID: ${id}\r\n`), bytes]).toString('base64url');
}
