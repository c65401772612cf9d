import type { Parameters } from '../signature.js';
import { isPlain } from './recorded.js';

/** Returns the parameters with texts in place of members that may have another text each time they are read. */
export function withTexts(parameters: Parameters, names: readonly string[]): Parameters {
  const told = names.filter((name) => parameters[name] !== undefined && parameters[name] !== null);
  return { ...parameters, ...Object.fromEntries(told.map((name) => [name, String(parameters[name])])) };
}

/** A value as it is now: objects and arrays of the language are copied, everything else (streams, bytes, dates) is kept. */
export function copied(value: unknown, copies = new Map<object, object>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(copied(item, copies));
    return list;
  }
  if (!isPlain(value)) return value;
  const copy = Object.create(Object.getPrototypeOf(value)) as object;
  copies.set(value, copy);
  for (const name of Reflect.ownKeys(value)) {
    if (!Object.prototype.propertyIsEnumerable.call(value, name)) continue;
    // A getter is called once, so that the recorded value is the one that is sent.
    const member = copied(Reflect.get(value, name), copies);
    Object.defineProperty(copy, name, { value: member, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}
