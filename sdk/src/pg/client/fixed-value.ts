import { types } from 'node:util';

/** A parameter as it is now: what the caller does to it before it is sent changes nothing. */
export function fixedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  if (types.isDate(value)) return new Date(value.getTime());
  if (Array.isArray(value)) return value.map(fixedValue);
  if ('toPostgres' in value) return value;
  try {
    return JSON.stringify(value);
  } catch {
    // pg says what is wrong with it.
    return value;
  }
}
