import { types } from 'node:util';
import { isPlain } from '../method-client/recorded.js';

const DEEPEST = 8;

/** The arguments of a call as they are now: read once, so that no owner can change them any more. */
export function copied(args: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = args;
  return [optionsOf(first), ...rest.map((arg) => copyOf(arg, 0))];
}

function optionsOf(first: unknown): unknown {
  if (typeof first !== 'object' || first === null || !('sql' in first)) return first;
  const { sql, values } = first as { sql: unknown; values?: unknown };
  return { ...first, sql, values: copyOf(values, 0) };
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  if (types.isDate(value)) return new Date(value);
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1));
  if (!isPlain(value)) return value;
  // A symbol marks a value that is to be written in a way of its own.
  const own = Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
  return Object.fromEntries(own.map((key) => [key, copyOf(Reflect.get(value, key), depth + 1)]));
}
