import type { FieldChange, Json } from '../../connectors/connector.js';
import { isObject } from '../../platform/json.js';
import { shortName } from './short-name.js';

/** Nested members are fields of their own down to this depth; deeper values are compared as a whole. */
const MAX_DEPTH = 8;

/**
 * Computes the change by a call to a resource whose members have the names of the call's arguments: a deletion removes
 * all of them, any other call sets those it names. Unchanged members are left out.
 */
export function differenceOf(deletes: boolean, before: Json, payload: Json): FieldChange[] {
  if (deletes)
    return leaves(before, []).map(({ path, value }) => ({ field: nameOf(path), before: value, after: null }));
  return leaves(payload, [])
    .map(({ path, value }) => ({ field: nameOf(path), before: memberAt(before, path), after: value }))
    .filter((change) => !isSame(change.before, change.after));
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

function leaves(value: Json, path: readonly string[]): Leaf[] {
  if (isObject(value) && path.length < MAX_DEPTH && (path.length === 0 || Object.keys(value).length > 0))
    return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
  return [{ path, value }];
}

/** `customer.address.city`; a name with a dot of its own is quoted. */
function nameOf(path: readonly string[]): string {
  return path
    .map(shortName)
    .map((name) => (/^[^."]+$/.test(name) ? name : JSON.stringify(name)))
    .join('.');
}

function memberAt(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? (at[name] ?? null) : null), value);
}

function isSame(a: Json, b: Json): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index] ?? null));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name] ?? null, b[name] ?? null))
  );
}
