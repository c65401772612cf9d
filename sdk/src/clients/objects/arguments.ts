import { types } from 'node:util';
import { isPlain } from '../../method-client/recording/recorded.js';

const DEEPEST = 6;

/** Stands in recorded arguments for a part of the client or for the result of a call that has yet to run. */
export class Stand {
  constructor(
    readonly name: string,
    /** Returns the value that the client's method gets in its place. */
    readonly value: () => unknown,
  ) {}

  toJSON(): { $object: string } {
    return { $object: this.name };
  }
}

/** Replaces values inside of arrays and plain objects; the same object where nothing in it is replaced. */
export function replaced(value: unknown, replacement: (value: unknown) => unknown, depth = 0): unknown {
  const other = replacement(value);
  if (other !== value) return other;
  if (typeof value !== 'object' || value === null || depth >= DEEPEST || value instanceof Stand) return value;
  if (types.isProxy(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => replaced(item, replacement, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isPlain(value)) return value;
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(value));
  let isChanged = false;
  const members = descriptors.map(([name, descriptor]): [string, PropertyDescriptor] => {
    if (!('value' in descriptor)) return [name, descriptor];
    const member = replaced(descriptor.value, replacement, depth + 1);
    isChanged ||= member !== descriptor.value;
    return [name, { ...descriptor, value: member }];
  });
  return isChanged ? Object.create(Object.getPrototypeOf(value), Object.fromEntries(members)) : value;
}
