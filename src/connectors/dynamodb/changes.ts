import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../connector.js';
import { type Address, NotCapturable } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { applyUpdate } from './apply-update.js';
import { canonicalItem } from './attribute-values.js';
import { addressOf, keyOf } from './item.js';
import { type Clause, ExpressionError, parseUpdate } from './update-expression.js';

/** The change of a call to one item. `named` holds its key, and for a put the whole item. */
export interface ItemChange {
  readonly table: string;
  readonly named: JsonObject;
  /** The attributes it sets, with null for those it removes; null when it leaves no item. */
  after(before: JsonObject | null): JsonObject | null;
}

/** @throws NotCapturable */
export function putOf({ TableName, Item }: JsonObject): ItemChange {
  const item = canonicalItem(mapOf(Item, 'Item'));
  const after = (before: JsonObject | null) => ({ ...allGone(before), ...item });
  return { table: tableOf(TableName), named: item, after };
}

/** @throws NotCapturable */
export function deletionOf({ TableName, Key }: JsonObject): ItemChange {
  return { table: tableOf(TableName), named: canonicalItem(mapOf(Key, 'Key')), after: () => null };
}

/** @throws NotCapturable */
export function updateOf(payload: JsonObject): ItemChange {
  const key = canonicalItem(mapOf(payload.Key, 'Key'));
  const clauses = clausesOf(payload);
  // An update of a missing item makes one from the key and the set values.
  const after = (before: JsonObject | null) => ({ ...key, ...applyUpdate(clauses, before ?? key) });
  return { table: tableOf(payload.TableName), named: key, after };
}

/** @throws NotCapturable */
export function batchOf({ RequestItems }: JsonObject): ItemChange[] {
  return Object.entries(mapOf(RequestItems, 'RequestItems')).flatMap(([TableName, requests]) =>
    listOf(requests, 'RequestItems').map(({ PutRequest, DeleteRequest }) =>
      PutRequest
        ? putOf({ TableName, Item: (PutRequest as JsonObject).Item ?? null })
        : deletionOf({ TableName, Key: (DeleteRequest as JsonObject | undefined)?.Key ?? null }),
    ),
  );
}

/** True also when the answer names items that cannot be read. */
export function isUnprocessed(response: Json | undefined, address: Address): boolean {
  const { UnprocessedItems = {} } = objectOf(response);
  if (Object.keys(objectOf(UnprocessedItems)).length === 0) return false;
  try {
    return batchOf({ RequestItems: UnprocessedItems }).some(({ table, named }) => isAt(address, table, named));
  } catch (error) {
    if (error instanceof NotCapturable) return true;
    throw error;
  }
}

export function addressesOf(changes: readonly ItemChange[]): Address[] {
  return changes.map(({ table, named }) => addressOf(table, named));
}

/** The fields that the change of this item sets: the key is among the members that it names. */
export function setsOf(changes: readonly ItemChange[], address: Address | null, before: JsonObject | null) {
  const concerned = changes.find(({ table, named }) => address === null || isAt(address, table, named));
  return concerned ? concerned.after(before) : {};
}

function isAt(address: Address, table: string, named: JsonObject): boolean {
  return (
    address.table === table &&
    Object.entries(keyOf(address)).every(([name, value]) => isDeepStrictEqual(named[name], value))
  );
}

/** @throws NotCapturable */
export function clausesOf(payload: JsonObject): Clause[] {
  if (payload.AttributeUpdates) throw new NotCapturable('AttributeUpdates is not read: use an UpdateExpression');
  if (payload.UpdateExpression === undefined) return [];
  const names = (payload.ExpressionAttributeNames ?? {}) as JsonObject;
  const values = canonicalItem((payload.ExpressionAttributeValues ?? {}) as JsonObject);
  try {
    return parseUpdate(String(payload.UpdateExpression), { names, values });
  } catch (error) {
    if (error instanceof ExpressionError) throw new NotCapturable(error.message);
    throw error;
  }
}

const allGone = (before: JsonObject | null): JsonObject =>
  Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, null]));

function tableOf(name: Json | undefined): string {
  if (typeof name !== 'string' || name === '') throw new NotCapturable('the payload names no TableName');
  return name;
}

function mapOf(value: Json | undefined, name: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotCapturable(`the payload has no ${name}`);
  return value;
}

function listOf(value: Json | undefined, name: string): JsonObject[] {
  if (!Array.isArray(value)) throw new NotCapturable(`the payload has no ${name}`);
  return value as JsonObject[];
}
