import { EventEmitter } from 'node:events';
import { hasInternalSlots } from '../wrapping/internal-slots.js';
import { LISTENER_METHODS } from '../wrapping/listener-methods.js';

const DEEPEST = 5;
const LOOKED_AT = 50;
const ROOTS = new Set<object>([Object.prototype, Array.prototype, Function.prototype]);
const OF_FUNCTIONS = new Set(['prototype', 'length', 'name', 'arguments', 'caller']);
/** The language's own, found on every object. */
const UNIVERSAL = new Set<PropertyKey>([...Reflect.ownKeys(Object.prototype), 'then', 'toJSON']);

/**
 * Tells whether a member is an EventEmitter's own method, not one of the same name that the object has made for itself.
 */
export function isListenerMethod(key: PropertyKey, value: unknown): boolean {
  return LISTENER_METHODS.has(key) && value === Reflect.get(EventEmitter.prototype, key);
}

/** Methods that change nothing but who listens, or that the language has given to everything. */
export function isUniversal(key: PropertyKey, value: unknown): boolean {
  if (typeof key === 'symbol' || UNIVERSAL.has(key)) return true;
  return key in EventEmitter.prototype && value === Reflect.get(EventEmitter.prototype, key) && key !== 'emit';
}

/** Dotted paths of all methods that are there without running an accessor. */
export function methodPaths(root: object): readonly string[] {
  const paths: string[] = [];
  const seen = new Set<object>();
  const visit = (target: object, path: readonly string[]) => {
    if (seen.has(target) || path.length >= DEEPEST) return;
    seen.add(target);
    for (const [key, value] of membersOf(target)) {
      const inner = [...path, key];
      if (typeof value === 'function') {
        paths.push(inner.join('.'));
        visit(value, inner);
      } else if (carriesMethods(value)) visit(value, inner);
    }
  };
  visit(root, []);
  return paths;
}

/**
 * Tells whether the value has methods to govern. Data, collections, promises, streams and iterators are handed out
 * unchanged.
 */
export function carriesMethods(value: unknown, depth = 0): value is object {
  if (typeof value !== 'object' || value === null || isSelfContained(value)) return false;
  if (depth >= DEEPEST) return true;
  let looked = 0;
  for (const [, member, isAccessor] of membersOf(value)) {
    looked += 1;
    if (isAccessor || looked > LOOKED_AT || typeof member === 'function' || carriesMethods(member, depth + 1))
      return true;
  }
  return false;
}

/** A proxy that has a member of every name looks like every client. */
export function answersAnyName(client: object): boolean {
  return Reflect.get(client, '__noMemberOfAnyClient') !== undefined;
}

export function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function* membersOf(target: object): Generator<[key: string, value: unknown, isAccessor: boolean]> {
  const seen = new Set<string>();
  for (let level: object | null = target; level && !ROOTS.has(level); level = Reflect.getPrototypeOf(level)) {
    for (const key of Object.getOwnPropertyNames(level)) {
      if (seen.has(key) || (typeof level === 'function' && OF_FUNCTIONS.has(key))) continue;
      seen.add(key);
      const descriptor = Reflect.getOwnPropertyDescriptor(level, key);
      const value: unknown = descriptor?.value;
      if (!descriptor || isUniversal(key, value)) continue;
      yield [key, value, !('value' in descriptor)];
    }
  }
}

function isSelfContained(value: object): boolean {
  return (
    hasInternalSlots(value) ||
    value instanceof AbortSignal ||
    Symbol.asyncIterator in value ||
    (Symbol.iterator in value && !Array.isArray(value)) ||
    typeof (value as { then?: unknown }).then === 'function'
  );
}
