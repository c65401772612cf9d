import { WrapOptionsError } from '../../errors.js';
import type { OperationType } from '../../wire/wire.js';
import { pathMatcher, type WrapOptions } from '../../wrapping/options.js';

const TYPES = Object.keys({
  ...{ CREATE: true, UPDATE: true, DELETE: true, EXECUTE: true, READ: true },
} satisfies Record<OperationType, true>) as readonly OperationType[];

/** The options' rules for methods that are described nowhere else. */
export interface Rules {
  readonly types: ReadonlyMap<string, OperationType>;
  /** It changes nothing. */
  isRead(path: string): boolean;
  /** It only leads to calls that are asked for by themselves. */
  isThrough(path: string): boolean;
  /** Its last argument is a callback `(error, value)`. */
  callsBack(path: string): boolean;
}

/** @throws WrapOptionsError */
export function rulesOf({ connector, operations = {}, reads = [], through = [], callbacks = [] }: WrapOptions): Rules {
  const declared = typeof operations === 'object' && operations !== null ? Object.entries(operations) : [['', '']];
  for (const [path, type] of declared) {
    if (path === '' || !TYPES.includes(type as OperationType)) {
      throw new WrapOptionsError(`operations must be an object of method paths and one of ${TYPES.join(', ')} each`);
    }
  }
  const types = new Map(declared as [string, OperationType][]);
  const named = (paths: readonly string[], option: string) => {
    if (!Array.isArray(paths) || paths.some((path) => typeof path !== 'string' || path === '')) {
      throw new WrapOptionsError(`${option} must be an array of method paths`);
    }
    const matchers = paths.map((path) => pathMatcher(path, connector));
    return (path: string) => matchers.some((matches) => matches(`${connector}.${path}`));
  };
  const [isNamed, isThrough, callsBack] = [
    named(reads, 'reads'),
    named(through, 'through'),
    named(callbacks, 'callbacks'),
  ];
  const isRead = (path: string) => types.get(path) === 'READ' || (!types.has(path) && isNamed(path));
  return { types, isRead, isThrough: (path) => !types.has(path) && isThrough(path), callsBack };
}

/** A member's name as part of an operation's name, which has letters, digits, `-` and `_`: `$executeRaw` is `_executeRaw`. */
export function segmentOf(key: PropertyKey): string {
  if (typeof key === 'string' && /^[\w-]+$/.test(key)) return key;
  const name = typeof key === 'symbol' ? `symbol-${(key.description ?? '').replace(/^Symbol\./, '')}` : String(key);
  return name.replaceAll(/[^\w-]/g, '_') || '_';
}

export function joined(path: string, key: PropertyKey): string {
  return path === '' ? segmentOf(key) : `${path}.${segmentOf(key)}`;
}
