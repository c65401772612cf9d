import type { gmail_v1 } from '@googleapis/gmail';
import type { Json, JsonObject } from '../connector.js';
import { answered, listed } from '../google/answer.js';
import type { Address, CreatableKind, ResourceKind } from '../resource/resource.js';

type Gmail = gmail_v1.Gmail;

export const labelFields = ['name', 'messageListVisibility', 'labelListVisibility', 'color'] as const;

/** The members of a label that are compared; an absent one is null. */
export function fieldsOf(label: object): JsonObject {
  const members = label as { readonly [name: string]: Json | undefined };
  return Object.fromEntries(labelFields.map((name) => [name, members[name] ?? null]));
}

/** The body in the form in which it is sent, without missing fields. */
export function bodyOf(fields: JsonObject): gmail_v1.Schema$Label {
  return Object.fromEntries(labelFields.map((name) => [name, fields[name]]).filter(([, value]) => value != null));
}

export const userOf = (address: Address) => String(address.userId);

export async function readLabel(client: Gmail, userId: string, id: string) {
  return fieldsOf(answered((await client.users.labels.get({ userId, id })).data, id));
}

/** Names are unique in a mailbox. */
export async function idOfName(client: Gmail, userId: string, name: unknown): Promise<string | null> {
  const { data } = await client.users.labels.list({ userId });
  return listed(data).labels?.find((label) => label.name === name)?.id ?? null;
}

/** A label that is there, by its id. */
export const label: ResourceKind<Gmail> = {
  name: 'label',
  label: ({ id }) => `label ${id}`,
  read: async (client, address) => ({ fields: await readLabel(client, userOf(address), String(address.id)) }),
  write: {
    describe: ({ id }, fields) => `labels.update ${id} ${JSON.stringify(fields)}`,
    run: async (client, address, fields, { now }) => {
      const id = String(address.id);
      const requestBody = { id, ...bodyOf({ ...now?.fields, ...fields }) };
      await client.users.labels.update({ userId: userOf(address), id, requestBody });
      return undefined;
    },
  },
};

/** A label that a call makes, by its name: its former state is known, whatever id an agent reports. */
export const newLabel: CreatableKind<Gmail> = {
  name: 'label',
  label: ({ name }) => `label ${JSON.stringify(name)}`,
  read: async (client, address) => {
    const id = await idOfName(client, userOf(address), address.name);
    return id === null ? null : { fields: { ...(await readLabel(client, userOf(address), id)), id } };
  },
  volatile: ['id'],
  identity: 'id',
  isRenamed: async (client, address, id) => {
    const { data } = await client.users.labels.list({ userId: userOf(address) });
    return (listed(data).labels ?? []).some((label) => label.id === id);
  },
  // The deletion of a label removes it from its messages.
  others: async (client, address) => {
    const userId = userOf(address);
    const id = await idOfName(client, userId, address.name);
    const page = { userId, labelIds: [String(id)], includeSpamTrash: true, maxResults: 1 };
    return { messages: (listed((await client.users.messages.list(page)).data).messages ?? []).length };
  },
  remove: {
    describe: ({ name }) => `labels.delete ${JSON.stringify(name)}`,
    run: async (client, address, _fields, { now }) => {
      await client.users.labels.delete({ userId: userOf(address), id: String(now?.fields.id) });
      return undefined;
    },
  },
};
