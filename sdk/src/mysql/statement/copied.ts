import { types } from 'node:util';
import { objectOf } from '../../method-client/one-parameter.js';
import { isPlain } from '../../method-client/recording/recorded.js';

const DEEPEST = 8;

/** The arguments of a call as they are now: read once, so that no owner can change them any more. */
export function copied(args: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = args;
  return [optionsOf(first), ...rest.map((arg) => copyOf(arg, 0))];
}

function optionsOf(first: unknown): unknown {
  if (typeof first !== 'object' || first === null || !('sql' in first)) return first;
  const { sql, values, rowsAsArray, nestTables } = first as Options;
  return {
    ...first,
    sql,
    values: copyOf(values, 0),
    ...(rowsAsArray !== undefined && { rowsAsArray: Boolean(rowsAsArray) }),
    ...(nestTables !== undefined && { nestTables: typeof nestTables === 'object' ? nestTables !== null : nestTables }),
  };
}

interface Options {
  readonly sql: unknown;
  readonly values?: unknown;
  readonly rowsAsArray?: unknown;
  readonly nestTables?: unknown;
}

/**
 * Of options that were copied: whether mysql2, which keeps prepared statements by a key made of these and the text, finds
 * no other text by them.
 */
export function isKeyOfItsOwn(first: unknown): boolean {
  const { nestTables } = objectOf(first);
  return typeof nestTables !== 'string' || !nestTables.includes('/');
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  if (types.isDate(value)) return new Date(value);
  if (types.isMap(value))
    return new Map([...value].map(([key, member]) => [copyOf(key, depth + 1), copyOf(member, depth + 1)]));
  if (types.isSet(value)) return new Set([...value].map((member) => copyOf(member, depth + 1)));
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1));
  if (!isPlain(value)) return value;
  // A symbol marks a value that is to be written in a way of its own.
  const own = Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
  return Object.fromEntries(own.map((key) => [key, copyOf(Reflect.get(value, key), depth + 1)]));
}

/** What mysql2 puts into a statement of a value that has members, by their names. */
export function membersOf(value: object): readonly (readonly [unknown, unknown])[] {
  if (ArrayBuffer.isView(value)) return [];
  if (types.isMap(value)) return [...value];
  return types.isSet(value) ? [...value].map((member) => ['', member]) : entriesOf(value);
}

/** Those under symbols as well: one of them marks an object whose members are put into the statement. */
function entriesOf(value: object): [PropertyKey, unknown][] {
  return Reflect.ownKeys(value).map((key) => [key, Reflect.get(value, key)]);
}
