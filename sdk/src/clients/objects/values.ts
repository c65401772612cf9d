import { Stream } from 'node:stream';
import { types } from 'node:util';
import { hasInternalSlots } from '../../wrapping/internal-slots.js';
import { isReference } from '../../wrapping/reference.js';

/** A larger value counts as a part of the client: its reach is not looked through. */
const MOST_LOOKED_AT = 100_000;
const PLATFORM = ['Response', 'Request', 'Headers', 'FormData', 'Blob', 'File', 'URLSearchParams', 'AbortSignal'];
const STREAMS = ['ReadableStream', 'WritableStream', 'TransformStream', 'AbortController'];

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isReference(value) && typeof (value as { then?: unknown }).then === 'function';
}

/** A promise of the language, which began its work when it was made. */
export function isStarted(value: unknown): value is Promise<unknown> {
  return types.isPromise(value) && isNative(value.then, 'then');
}

/** True for a thenable that begins its work when it is asked for its value, as query builders do. */
export function isLazy(value: unknown): value is PromiseLike<unknown> {
  return !isStarted(value) && isThenable(value);
}

/** A promise without members of its own. */
export function isPlainPromise(value: object): value is Promise<unknown> {
  const prototype = Reflect.getPrototypeOf(value);
  const isOwn = prototype !== null && isNative(Reflect.get(prototype, 'constructor'), 'Promise');
  // Node keeps numbers and contexts under symbols of its own.
  const hasMember = Reflect.ownKeys(value).some(
    (key) => typeof key === 'string' || typeof Reflect.get(value, key) === 'function',
  );
  return isStarted(value) && isOwn && !hasMember;
}

/** Values of the language and the platform that call nothing of the client, or that a proxy would break. */
export function isOpaque(value: object): boolean {
  if (isCollection(value) || types.isPromise(value)) return false;
  if (hasInternalSlots(value) || value instanceof Error) return true;
  const prototype = Reflect.getPrototypeOf(value);
  const own: unknown = prototype && Reflect.get(prototype, 'constructor');
  if (typeof own !== 'function') return false;
  if (isCoreStream(value, own)) return true;
  return [...PLATFORM, ...STREAMS].some((name) => Reflect.get(globalThis, name) === own);
}

/** Tells whether the value is a collection, whose members may be parts of the client. */
function isCollection(value: object): boolean {
  return types.isMap(value) || types.isSet(value) || types.isWeakMap(value) || types.isWeakSet(value);
}

/** A stream of Node's own classes, which has no methods of the client. */
function isCoreStream(value: object, own: object): boolean {
  return value instanceof Stream && Object.values(Stream).includes(own as never);
}

/**
 * Tells whether what a program writes into a stream of the platform goes to the client.
 * @param isMember the client holds it; what a read hands out is the body of an answer, which may pass a Transform
 */
export function isSink(value: object, isMember: boolean): boolean {
  const { Duplex, PassThrough, Transform, Writable } = Stream;
  const sinks: unknown[] = [Writable, Duplex, globalThis.WritableStream];
  if (isMember) sinks.push(Transform, PassThrough, globalThis.TransformStream);
  const prototype = Reflect.getPrototypeOf(value);
  return prototype !== null && sinks.includes(Reflect.get(prototype, 'constructor'));
}

/** Tells whether nothing within the value can be called: no function, no accessor, no object with methods. */
export function isData(value: unknown): boolean {
  const seen = new Set<object>();
  return reachIsData(value, seen);
}

function reachIsData(value: unknown, seen: Set<object>): boolean {
  if (typeof value === 'function') return false;
  if (!isReference(value) || seen.has(value)) return true;
  if (types.isProxy(value) || types.isPromise(value)) return false;
  if (isOpaque(value)) return !isSink(value, false);
  seen.add(value);
  if (seen.size > MOST_LOOKED_AT) return false;
  if (types.isMap(value) || types.isSet(value)) {
    const kind = types.isMap(value) ? Map.prototype : Set.prototype;
    if (Reflect.getPrototypeOf(value) !== kind || Reflect.ownKeys(value).length > 0) return false;
    return [...value].every((item) => reachIsData(item, seen));
  }
  if (!hasOnlyDataPrototypes(value)) return false;
  return Reflect.ownKeys(value).every((key) => {
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
    return descriptor !== undefined && 'value' in descriptor && reachIsData(descriptor.value, seen);
  });
}

function hasOnlyDataPrototypes(value: object): boolean {
  for (let level = Reflect.getPrototypeOf(value); level; level = Reflect.getPrototypeOf(level)) {
    if (isOfTheLanguage(level)) return true;
    if (types.isProxy(level)) return false;
    const members = Reflect.ownKeys(level).filter((key) => key !== 'constructor');
    if (members.some((key) => !isConstant(level as object, key))) return false;
  }
  return true;
}

/** `Object.prototype` or `Array.prototype`, of any realm. */
function isOfTheLanguage(prototype: object): boolean {
  const kind = Object.hasOwn(prototype, 'constructor') && Reflect.get(prototype, 'constructor');
  return isNative(kind, 'Object') || isNative(kind, 'Array');
}

function isNative(value: unknown, name: string): boolean {
  return (
    typeof value === 'function' && Function.prototype.toString.call(value) === `function ${name}() { [native code] }`
  );
}

function isConstant(level: object, key: PropertyKey): boolean {
  const descriptor = Reflect.getOwnPropertyDescriptor(level, key);
  return descriptor !== undefined && 'value' in descriptor && !isReference(descriptor.value);
}

/** Copies data: later changes that the client makes to its own object do not reach the copy. */
export function copyOf(value: unknown, copies = new Map<object, object>()): unknown {
  if (!isReference(value)) return value;
  const known = copies.get(value);
  if (known) return known;
  if (types.isMap(value)) {
    const map = new Map<unknown, unknown>();
    copies.set(value, map);
    for (const [key, item] of value) map.set(copyOf(key, copies), copyOf(item, copies));
    return map;
  }
  if (types.isSet(value)) {
    const set = new Set<unknown>();
    copies.set(value, set);
    for (const item of value) set.add(copyOf(item, copies));
    return set;
  }
  if (types.isDate(value)) return new Date(value);
  if (isOpaque(value)) return value;
  const copy: object = Array.isArray(value) ? [] : Object.create(Reflect.getPrototypeOf(value));
  copies.set(value, copy);
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key) as PropertyDescriptor;
    Reflect.defineProperty(copy, key, { ...descriptor, value: copyOf(descriptor.value, copies) });
  }
  return copy;
}
