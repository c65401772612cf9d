import type { JsonObject } from '../connector.js';
import { isUnguessable } from '../proof/unguessable.js';
import { type Address, type CreatableKind, IN_ITS_FIELDS, NotCapturable, type Reading } from '../resource/resource.js';
import { canonicalItem, toItem } from './attribute-values.js';
import type { Dynamo } from './client.js';
import { absent, restored, unchanged } from './conditions.js';

/** The most attributes that one condition can name. */
const MOST_ATTRIBUTES = 100;

export const addressOf = (table: string, key: JsonObject): Address => ({ table, key: JSON.stringify(key) });
export const keyOf = ({ key }: Address): JsonObject => JSON.parse(String(key));
const placeOf = (address: Address) => ({ TableName: String(address.table), Key: toItem(keyOf(address)) });
const itemLabel = ({ table, key }: Address) => `${table} ${key}`;

/**
 * An item whose attributes are its fields: some may belong to other clients. Every write is conditional on the state
 * that was read.
 */
export const item: CreatableKind<Dynamo> = {
  name: 'item',
  label: itemLabel,
  others: IN_ITS_FIELDS,
  locate,
  isDrawn: (address) => Object.values(keyOf(address)).every((value) => isUnguessable(String(value))),
  read,
  write: {
    describe: (address, fields) => `UpdateItem ${itemLabel(address)} ${JSON.stringify(fields)}`,
    run: async ({ client }, address, fields, { now }) => {
      const key = Object.keys(keyOf(address));
      await client.updateItem({ ...placeOf(address), ...restored(fields, now?.fields ?? {}, key) });
      return undefined;
    },
  },
  recreate: {
    describe: (address) => `PutItem ${itemLabel(address)}`,
    run: async ({ client }, address, fields) => {
      const TableName = String(address.table);
      await client.putItem({ TableName, Item: toItem(fields), ...absent(Object.keys(keyOf(address))) });
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DeleteItem ${itemLabel(address)}`,
    run: async ({ client }, address, _, { now }) => {
      await client.deleteItem({ ...placeOf(address), ...unchanged(now?.fields ?? {}) });
      return undefined;
    },
  },
};

/** A put names all of an item; the table knows which attributes of it are the key. */
async function locate(dynamo: Dynamo, address: Address): Promise<Address> {
  const table = String(address.table);
  const given = keyOf(address);
  const names = await dynamo.keyOf(table);
  const missing = names.find((name) => !(name in given));
  if (missing !== undefined) throw new NotCapturable(`the payload does not name ${missing}, of the key of ${table}`);
  return addressOf(table, Object.fromEntries(names.map((name) => [name, given[name] ?? null])));
}

async function read({ client }: Dynamo, address: Address): Promise<Reading | null> {
  const { Item } = await client.getItem({ ...placeOf(address), ConsistentRead: true });
  if (!Item) return null;
  if (Object.keys(Item).length > MOST_ATTRIBUTES)
    throw new NotCapturable(`${itemLabel(address)} has more than ${MOST_ATTRIBUTES} attributes`);
  return { fields: canonicalItem(Item) };
}
