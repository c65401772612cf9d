/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** An object of JSON, as payloads are. */
export type JsonObject = { [key: string]: Json };

/** True for an object of JSON: neither a list nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
