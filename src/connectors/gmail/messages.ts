import type { gmail_v1 } from '@googleapis/gmail';
import type { JsonObject } from '../connector.js';
import { answered, listed } from '../google/answer.js';
import { objectIn, text, textIn, texts, textsIn } from '../google/payload.js';
import { objectSchema, reversible } from '../resource/define.js';
import { statusOf } from '../resource/requests/trouble.js';
import type { LastChange, ResourceKind } from '../resource/resource.js';
import { reported, user, userIn } from './payload.js';

const LABEL = 'label.';

/** The most pages of the mailbox's history that are read. */
const MOST_PAGES = 10;

/** The labels of a message, each a field of its own: `label.STARRED` is true or not there. */
function fieldsOf({ labelIds }: { labelIds?: unknown }): JsonObject {
  return Object.fromEntries(((labelIds ?? []) as string[]).map((id) => [`${LABEL}${id}`, true]));
}

const idsOf = (fields: JsonObject, isThere: boolean) =>
  Object.keys(fields)
    .filter((field) => (fields[field] === true) === isThere)
    .map((field) => field.slice(LABEL.length));

const message: ResourceKind<gmail_v1.Gmail> = {
  name: 'message',
  label: ({ id }) => `message ${id}`,
  read: async (client, { userId, id }) => {
    const asked = { userId: String(userId), id: String(id), format: 'minimal' };
    const found = answered((await client.users.messages.get(asked)).data, asked.id);
    return { fields: fieldsOf(found), marks: { historyId: found.historyId ?? null } };
  },
  lastChanges: async (client, { userId, id }, now, { historyId: since }) => {
    if (typeof since !== 'string' || now?.marks?.historyId === since) return {};
    return { fields: await labelChanges(client, String(userId), String(id), since) };
  },
  write: {
    describe: ({ id }, fields) =>
      [
        'messages.modify',
        id,
        ...idsOf(fields, true).map((one) => `+${one}`),
        ...idsOf(fields, false).map((one) => `-${one}`),
      ].join(' '),
    run: async (client, { userId, id }, fields) => {
      const requestBody = { addLabelIds: idsOf(fields, true), removeLabelIds: idsOf(fields, false) };
      await client.users.messages.modify({ userId: String(userId), id: String(id), requestBody });
      return undefined;
    },
  },
};

/**
 * The last change of each label of a message since this point of the mailbox's history; none where Gmail does not keep it
 * any more, or there is too much of it. A label came to its present state again when it was changed the other way since.
 */
async function labelChanges(
  client: gmail_v1.Gmail,
  userId: string,
  id: string,
  startHistoryId: string,
): Promise<Record<string, LastChange>> {
  const ways = new Map<string, { readonly change: string; readonly isThere: boolean }[]>();
  let pageToken: string | undefined;
  for (let page = 0; page === 0 || pageToken; page++) {
    if (page === MOST_PAGES) return {};
    const asked = { userId, startHistoryId, historyTypes: ['labelAdded', 'labelRemoved'], maxResults: 500 };
    const { data } = await client.users.history
      .list(pageToken ? { ...asked, pageToken } : asked)
      .catch((error: unknown) => {
        if (statusOf(error) === 404) return { data: {} as gmail_v1.Schema$ListHistoryResponse };
        throw error;
      });
    for (const { id: change, labelsAdded = [], labelsRemoved = [] } of listed(data).history ?? [])
      for (const [changed, isThere] of [[labelsRemoved, false] as const, [labelsAdded, true] as const])
        for (const { message: of, labelIds = [] } of changed)
          for (const name of of?.id === id ? (labelIds ?? []) : [])
            ways.set(name, [...(ways.get(name) ?? []), { change: String(change), isThere }]);
    pageToken = data.nextPageToken ?? undefined;
  }
  const last = [...ways].map(([name, all]): [string, LastChange] => {
    const { change = '', isThere = false } = all.at(-1) ?? {};
    return [`${LABEL}${name}`, { id: change, times: 1 + all.filter((one) => one.isThere !== isThere).length }];
  });
  return Object.fromEntries(last);
}

const modified = (payload: JsonObject) => {
  const body = objectIn(payload, 'requestBody');
  const entries = (name: string, value: true | null) => textsIn(body, name).map((id) => [`${LABEL}${id}`, value]);
  return Object.fromEntries([...entries('addLabelIds', true), ...entries('removeLabelIds', null)]);
};
const oneMessage = (payload: JsonObject) => [{ userId: userIn(payload), id: textIn(payload, 'id') }];
const one = {
  operationType: 'UPDATE',
  inverse: 'messages.modify: the labels there were',
  driftSignal: 'each label by itself',
  kind: message,
  effect: 'update',
  addresses: oneMessage,
  left: reported(fieldsOf),
} as const;
const change = { addLabelIds: texts, removeLabelIds: texts };

export const messageOperations = [
  reversible({
    ...one,
    apiName: 'gmail.messages.modify',
    payloadSchema: objectSchema(['id', 'requestBody'], { ...user, id: text, requestBody: objectSchema([], change) }),
    notes: null,
    sets: modified,
  }),
  reversible({
    ...one,
    apiName: 'gmail.messages.batchModify',
    payloadSchema: objectSchema(['requestBody'], {
      ...user,
      requestBody: objectSchema(['ids'], { ids: texts, ...change }),
    }),
    notes: 'Up to 100 messages.',
    addresses: (payload) =>
      textsIn(objectIn(payload, 'requestBody'), 'ids').map((id) => ({ userId: userIn(payload), id })),
    left: () => null,
    sets: modified,
  }),
  reversible({
    ...one,
    apiName: 'gmail.messages.trash',
    payloadSchema: objectSchema(['id'], { ...user, id: text }),
    notes: 'Within the 30 days after which Gmail empties the trash.',
    undoableForHours: 30 * 24,
    sets: () => ({ 'label.TRASH': true, 'label.INBOX': null }),
  }),
  reversible({
    ...one,
    apiName: 'gmail.messages.untrash',
    payloadSchema: objectSchema(['id'], { ...user, id: text }),
    notes: null,
    sets: (_payload, _address, before) => {
      const isIncoming = before?.['label.SENT'] !== true && before?.['label.DRAFT'] !== true;
      return { 'label.TRASH': null, ...(isIncoming && { 'label.INBOX': true }) };
    },
  }),
];
