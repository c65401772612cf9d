import { types } from 'node:util';

/** Values of the language that keep their state where a proxy of them cannot reach it. */
export function hasInternalSlots(value: object): boolean {
  return (
    types.isPromise(value) ||
    types.isMap(value) ||
    types.isSet(value) ||
    types.isWeakMap(value) ||
    types.isWeakSet(value) ||
    types.isDate(value) ||
    types.isRegExp(value) ||
    types.isNativeError(value) ||
    types.isAnyArrayBuffer(value) ||
    ArrayBuffer.isView(value) ||
    value instanceof URL
  );
}
