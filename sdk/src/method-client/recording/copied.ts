import { isPlain } from './recorded.js';

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
    const member = copied(Reflect.get(value, name), copies);
    Object.defineProperty(copy, name, { value: member, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}
