import type { gmail_v1 } from '@googleapis/gmail';
import { listed } from '../google/answer.js';
import { statusOf } from '../resource/requests/trouble.js';
import { NotCapturable, type ResourceKind } from '../resource/resource.js';
import { holds } from '../resource/undo/three-way.js';
import { bodyOf, idOfName, readLabel, userOf } from './label.js';

type Gmail = gmail_v1.Gmail;

/** The most messages that one call can label again. */
const MOST_MESSAGES = 1_000;

/** A label together with the messages that carry it, because its deletion removes it from them. */
export const deletedLabel: ResourceKind<Gmail> = {
  name: 'label',
  label: ({ id }) => `label ${id}`,
  read: async (client, address) => {
    const id = String(address.id);
    const historyId = await historyIdOf(client, userOf(address));
    return { fields: { ...(await readWhole(client, userOf(address), id)), id, historyId } };
  },
  volatile: ['id', 'historyId'],
  identity: 'id',
  lostBetween: async (client, address, { id, messages, historyId }) => {
    if (typeof historyId !== 'string') return null;
    const labelled = await labelledSince(client, userOf(address), String(id), historyId);
    if (labelled === null)
      return 'may have been on more messages: Gmail no longer shows which got it between the capture and the call';
    const lost = labelled.filter((message) => !(messages as string[]).includes(message));
    return lost.length === 0
      ? null
      : `was also taken from messages ${lost.join(', ')}, which got it between the capture and the call`;
  },
  recreate: {
    isRepeatable: true,
    describe: (_, { name, messages }) =>
      `labels.create ${JSON.stringify(name)}, messages.batchModify of ${(messages as string[]).length}`,
    run: async (client, address, fields) => {
      const userId = userOf(address);
      const ids = fields.messages as string[];
      const there = await idOfName(client, userId, fields.name);
      if (there !== null && (await messagesOf(client, userId, there)).some((id) => !ids.includes(id)))
        throw new NotCapturable(`another client has made a label ${JSON.stringify(fields.name)} since`);
      const id = there ?? String((await client.users.labels.create({ userId, requestBody: bodyOf(fields) })).data.id);
      const requestBody = { ids, addLabelIds: [id] };
      if (ids.length > 0) await client.users.messages.batchModify({ userId, requestBody });
      return { userId, id };
    },
  },
  find: async (client, address, { id: _, historyId: __, ...fields }) => {
    const userId = userOf(address);
    const id = await idOfName(client, userId, fields.name);
    return id !== null && holds(await readWhole(client, userId, id), fields) ? [{ userId, id }] : [];
  },
};

async function readWhole(client: Gmail, userId: string, id: string) {
  return { ...(await readLabel(client, userId, id)), messages: await messagesOf(client, userId, id) };
}

/** The present point of the mailbox's history; null where the server does not tell it. */
async function historyIdOf(client: Gmail, userId: string): Promise<string | null> {
  try {
    return listed((await client.users.getProfile({ userId })).data).historyId ?? null;
  } catch (error) {
    // It says nothing of the label.
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** The messages that got the label since this point of the mailbox's history; null when Gmail does not keep it any more. */
async function labelledSince(
  client: Gmail,
  userId: string,
  label: string,
  startHistoryId: string,
): Promise<readonly string[] | null> {
  const ids = new Set<string>();
  let pageToken: string | undefined;
  try {
    do {
      const page = { userId, startHistoryId, historyTypes: ['labelAdded'], maxResults: 500 };
      const { data } = await client.users.history.list(pageToken ? { ...page, pageToken } : page);
      for (const { labelsAdded = [] } of listed(data).history ?? [])
        for (const { message, labelIds } of labelsAdded) if (labelIds?.includes(label)) ids.add(String(message?.id));
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
  return [...ids].sort();
}

async function messagesOf(client: Gmail, userId: string, id: string): Promise<string[]> {
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = { userId, labelIds: [id], includeSpamTrash: true, maxResults: 500 };
    const { data } = await client.users.messages.list(pageToken ? { ...page, pageToken } : page);
    ids.push(...(listed(data).messages ?? []).map((message) => String(message.id)));
    pageToken = data.nextPageToken ?? undefined;
    if (ids.length > MOST_MESSAGES) throw new NotCapturable('more than 1 000 messages carry the label');
  } while (pageToken);
  return ids.sort();
}
