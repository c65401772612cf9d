import { types } from 'node:util';
import { objectOf } from '../../../method-client/one-parameter.js';
import { isPlain } from '../../../method-client/recording/recorded.js';

const DEEPEST = 8;

/** The arguments of a call as they are now: later changes by the caller change nothing. */
export function copied(args: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = args;
  const options = optionsOf(first);
  const { sql } = objectOf(options);
  const text = typeof options === 'string' ? options : sql;
  return [options, ...rest.map((arg) => valuesOf(arg, text))];
}

/** A parameter by its name, as mysql2 finds it. */
const NAMED = /:(\w+)/g;

/** Copies values. Named values may be those of accessors, also of a class. */
function valuesOf(values: unknown, text: unknown): unknown {
  const copy = copyOf(values, 0);
  if (typeof text !== 'string' || typeof values !== 'object' || values === null || !isNamed(values)) return copy;
  const names = [...text.matchAll(NAMED)].flatMap(([, name = '']) => (name in values ? [name] : []));
  if (names.length === 0) return copy;
  const own = copy === values ? Object.entries(values) : Object.entries(copy as object);
  const read = new Map<string, unknown>(own);
  for (const name of names) if (!read.has(name)) read.set(name, Reflect.get(values, name));
  return Object.fromEntries([...read].map(([name, value]) => [name, copyOf(value, 1)]));
}

function isNamed(values: object): boolean {
  return !(Array.isArray(values) || ArrayBuffer.isView(values) || types.isDate(values) || isCollection(values));
}

const isCollection = (value: object) => types.isMap(value) || types.isSet(value);

function optionsOf(first: unknown): unknown {
  if (typeof first !== 'object' || first === null || !('sql' in first)) return first;
  const { sql, values } = first as { readonly sql: unknown; readonly values?: unknown };
  return { ...first, sql, values: valuesOf(values, sql) };
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

/** Returns the members that mysql2 puts into a statement for a value that has members, by their names. */
export function membersOf(value: object): readonly (readonly [unknown, unknown])[] {
  if (ArrayBuffer.isView(value)) return [];
  if (types.isMap(value)) return [...value];
  return types.isSet(value) ? [...value].map((member) => ['', member]) : entriesOf(value);
}

/**
 * Returns the entries, those under symbols included: one symbol marks an object whose members are put into the
 * statement.
 */
function entriesOf(value: object): [PropertyKey, unknown][] {
  return Reflect.ownKeys(value).map((key) => [key, Reflect.get(value, key)]);
}
