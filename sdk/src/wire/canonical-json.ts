import type { Json } from '../json.js';
import { sha256Hex } from './sha256.js';

/** RFC 8785 (JCS): members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON cannot hold ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Returns the lower-case hex SHA-256 of the canonical form; approvals and confirmations are bound to it. */
export function payloadHash(payload: Json): string {
  return sha256Hex(canonicalJson(payload));
}
