import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../connector.js';
import { type Address, type CreatableKind, NotCapturable, type ResourceKind } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import type { Airtable } from './client.js';

/** The fields of a record are compared under this prefix, because a field of a table may have any name. */
const FIELD = 'fields.';

export const tableOf = ({ baseId, tableId }: Address) => [String(baseId), String(tableId)] as const;
const pathOf = (address: Address) => [...tableOf(address), String(address.recordId)];
const shown = ({ tableId, recordId }: Address) => `record ${recordId} of ${tableId}`;

/** Airtable leaves out an empty text, an empty list and a checkbox without a check. */
export function toStoredFields(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      FIELD + name,
      value === '' || value === false || isDeepStrictEqual(value, []) ? null : value,
    ]),
  );
}

/** The fields in the form in which Airtable takes them; null removes a value. */
const asSent = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(FIELD) ? [[name.slice(FIELD.length), value]] : [],
    ),
  );

/** The addresses of attachments end after hours; their ids and names stay. */
const attachmentsOf = (value: Json): Json =>
  Array.isArray(value) ? value.map(objectOf).map(({ id = null, filename = null }) => ({ id, filename })) : value;

async function read(client: Airtable, address: Address) {
  const { computed, attachments } = await client.fieldsOf(...tableOf(address));
  const { id, createdTime = null, fields } = await client.ask('GET', pathOf(address));
  if (id !== address.recordId || typeof fields !== 'object') throw new Error('the answer is no record of Airtable');
  const own = Object.entries(objectOf(fields))
    .filter(([name]) => !computed.has(name))
    .map(([name, value]): [string, Json] => [name, attachments.has(name) ? attachmentsOf(value) : value]);
  return { fields: { ...toStoredFields(Object.fromEntries(own)), createdTime } };
}

/** A record of a table. Airtable has no versions, so no write is conditional. */
export const record: CreatableKind<Airtable> = {
  name: 'record',
  label: shown,
  read,
  volatile: ['createdTime'],
  createdAt: ({ createdTime }) => (typeof createdTime === 'string' ? Date.parse(createdTime) : null),
  others: async (client, address) => ({
    comments: (await client.list([...pathOf(address), 'comments'], 'comments')).length,
  }),
  write: {
    isRepeatable: true,
    describe: (address, fields) => `PATCH ${shown(address)} ${JSON.stringify(asSent(fields))}`,
    run: async (client, address, fields) => {
      await client.ask('PATCH', pathOf(address), { body: { fields: asSent(fields) } });
      return undefined;
    },
  },
  remove: {
    isRepeatable: true,
    describe: (address) => `DELETE ${shown(address)}`,
    run: async (client, address) => {
      await client.ask('DELETE', pathOf(address));
      return undefined;
    },
  },
};

/** A record that a call deletes: it comes back under another id. */
export const deletedRecord: ResourceKind<Airtable> = {
  name: record.name,
  label: shown,
  read: async (client, address) => {
    const { attachments } = await client.fieldsOf(...tableOf(address));
    const { fields } = await read(client, address);
    const { createdTime: _, ...lasting } = fields;
    const files = [...attachments].filter((name) => (fields as JsonObject)[FIELD + name]);
    if (files.length > 0)
      throw new NotCapturable(`the record has files in ${files.join(', ')}, which are not captured`);
    return { fields: lasting };
  },
  recreate: {
    describe: ({ tableId }, fields) => `POST a record into ${tableId} ${JSON.stringify(asSent(fields))}`,
    run: async (client, address, fields) => {
      const { id } = await client.ask('POST', tableOf(address), { body: { fields: asSent(fields) } });
      return { ...address, recordId: String(id) };
    },
  },
  find: async (client, address, fields, since) => {
    const made = await createdSince(client, tableOf(address), since);
    const { computed } = await client.fieldsOf(...tableOf(address));
    const equal = made.filter((one) => {
      const own = Object.entries(objectOf(one.fields)).filter(([name]) => !computed.has(name));
      const { createdTime: _, ...wanted } = fields;
      return isDeepStrictEqual(present(toStoredFields(Object.fromEntries(own))), present(wanted));
    });
    return equal.map(({ id }) => ({ ...address, recordId: String(id) }));
  },
};

const present = (fields: JsonObject) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** The records of a table that were made after this time, in milliseconds. */
export function createdSince(client: Airtable, table: readonly [string, string], since: number) {
  const filterByFormula = `IS_AFTER(CREATED_TIME(), "${new Date(since).toISOString()}")`;
  return client.list(table, 'records', { filterByFormula });
}
