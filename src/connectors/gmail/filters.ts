import type { gmail_v1 } from '@googleapis/gmail';
import type { JsonObject } from '../connector.js';
import { listed } from '../google/answer.js';
import { createdId, objectIn, text, textIn, textsIn } from '../google/payload.js';
import { objectSchema, reversible } from '../resource/define.js';
import type { CreatableKind } from '../resource/resource.js';
import { holds } from '../resource/undo/three-way.js';
import { userOf } from './label.js';
import { user, userIn } from './payload.js';

type Gmail = gmail_v1.Gmail;

function fieldsOf(filter: JsonObject): JsonObject {
  const action = objectIn(filter, 'action');
  return {
    criteria: objectIn(filter, 'criteria'),
    addLabelIds: [...textsIn(action, 'addLabelIds')].sort(),
    removeLabelIds: [...textsIn(action, 'removeLabelIds')].sort(),
    forward: action.forward ?? null,
  };
}

function bodyOf({ criteria, forward, ...labels }: JsonObject): gmail_v1.Schema$Filter {
  return { criteria: criteria as object, action: { ...labels, ...(forward !== null && { forward: String(forward) }) } };
}

async function all(client: Gmail, userId: string) {
  const { data } = await client.users.settings.filters.list({ userId });
  return (listed(data).filter ?? []).map((one) => ({ id: String(one.id), fields: fieldsOf(one as JsonObject) }));
}

/** Gmail changes no filters: it makes and deletes them, and has none twice. */
const filter: CreatableKind<Gmail> = {
  name: 'filter',
  others: { none: 'a filter holds nothing; what it did to mails stays' },
  label: ({ id }) => `filter ${id}`,
  read: async (client, address) => {
    const found = (await all(client, userOf(address))).find(({ id }) => id === address.id);
    return found ? { fields: found.fields } : null;
  },
  remove: {
    describe: ({ id }) => `settings.filters.delete ${id}`,
    run: async (client, address) => {
      await client.users.settings.filters.delete({ userId: userOf(address), id: String(address.id) });
      return undefined;
    },
  },
  recreate: {
    isRepeatable: true,
    describe: (_, { criteria }) => `settings.filters.create ${JSON.stringify(criteria)}`,
    run: async (client, address, fields) => {
      const userId = userOf(address);
      const { data } = await client.users.settings.filters.create({ userId, requestBody: bodyOf(fields) });
      return { userId, id: String(data.id) };
    },
  },
  find: async (client, address, fields) => {
    const equal = (await all(client, userOf(address))).filter((one) => holds(one.fields, fields));
    return equal.map(({ id }) => ({ userId: userOf(address), id }));
  },
};

const requestBody = objectSchema(['action'], { criteria: { type: 'object' }, action: { type: 'object' } });

export const filterOperations = [
  reversible({
    apiName: 'gmail.settings.filters.create',
    operationType: 'CREATE',
    inverse: 'settings.filters.delete',
    payloadSchema: objectSchema(['requestBody'], { ...user, requestBody }),
    notes: 'What it has done to mail meanwhile remains.',
    driftSignal: 'whether the filter is there',
    kind: filter,
    effect: 'create',
    addresses: (payload, response) => {
      const id = createdId(response);
      return id === null ? null : [{ userId: userIn(payload), id }];
    },
    within: (payload) => ({ userId: userIn(payload) }),
    listed: async (client, payload) => {
      const userId = userIn(payload);
      return (await all(client, userId)).map(({ id }) => ({ userId, id }));
    },
    sets: (payload) => fieldsOf(objectIn(payload, 'requestBody')),
  }),
  reversible({
    apiName: 'gmail.settings.filters.delete',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'settings.filters.create',
    payloadSchema: objectSchema(['id'], { ...user, id: text }),
    notes: null,
    driftSignal: 'whether such a filter is there again',
    kind: filter,
    effect: 'delete',
    addresses: (payload) => [{ userId: userIn(payload), id: textIn(payload, 'id') }],
    remains: ['The filter has a new id; mail that came meanwhile was not filtered.'],
  }),
];
