import { types } from 'node:util';

/** Copies a parameter: later changes by the caller, before it is sent, change nothing. */
export function fixedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  if (types.isDate(value)) return new Date(value.getTime());
  if (Array.isArray(value)) return value.map(fixedValue);
  if ('toPostgres' in value) return value;
  try {
    return JSON.stringify(value);
  } catch {
    // pg itself reports the fault of this value.
    return value;
  }
}
