import { EventEmitter } from 'node:events';
import { types } from 'node:util';
import { answersAnyName, isListenerMethod } from '../members.js';

/**
 * The kind of a member that belongs to the language or Node, and not to the client:
 * - `on-view`: it works on the view as on the object (methods of arrays, `call` and `bind` of functions);
 * - `listener`: its arguments are listeners;
 * - `promise`: `then`, `catch` and `finally` of a promise that has begun;
 * - `passes`: it reads or changes nothing but the object itself.
 */
export type Kind = 'on-view' | 'listener' | 'promise' | 'passes';

const CONVERSIONS = new Set<PropertyKey>([
  ...['toString', 'toLocaleString', 'valueOf', 'toJSON'],
  ...[Symbol.toPrimitive, Symbol.toStringTag, Symbol.for('nodejs.util.inspect.custom')],
]);

const COLLECTIONS = [Map, Set, WeakMap, WeakSet, WeakRef];

export function languageMember(raw: object, key: PropertyKey, value: unknown): Kind | null {
  if (Array.isArray(raw) && value === Reflect.get(Array.prototype, key)) return 'on-view';
  if (typeof raw === 'function' && key !== Symbol.hasInstance && isOf(Function.prototype, key, value)) return 'on-view';
  if (isListenerMethod(key, value)) return 'listener';
  if (types.isPromise(raw) && isOf(Promise.prototype, key, value)) return 'promise';
  if (COLLECTIONS.some((kind) => raw instanceof kind && isOf(kind.prototype, key, value))) return 'passes';
  if (key === 'constructor' || key === 'emit') return null;
  if ([Object.prototype, EventEmitter.prototype].some((kind) => isOf(kind, key, value))) return 'passes';
  return CONVERSIONS.has(key) && !answersAnyName(raw) ? 'passes' : null;
}

/** Tells whether the language iterates over an iterable or an iterator by this member. */
export function isIteration(raw: object, key: PropertyKey): boolean {
  if (key === Symbol.iterator || key === Symbol.asyncIterator) return true;
  if (key !== 'next' && key !== 'return' && key !== 'throw') return false;
  return typeof Reflect.get(raw, 'next') === 'function' && (Symbol.iterator in raw || Symbol.asyncIterator in raw);
}

/** Tells whether it iterates over a Map or a Set, and runs no code of the client. */
export function isOfCollection(raw: object): boolean {
  return types.isMapIterator(raw) || types.isSetIterator(raw);
}

function isOf(prototype: object, key: PropertyKey, value: unknown): boolean {
  return Object.hasOwn(prototype, key) && Reflect.get(prototype, key) === value;
}
