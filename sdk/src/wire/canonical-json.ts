import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../json.js';
import { builtin } from './runtime.js';

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

/** Node hashes faster than the library. Where there is no Node, Web Crypto could not do it synchronously. */
function sha256Hex(text: string): string {
  const crypto = builtin<typeof import('node:crypto')>('node:crypto');
  return crypto ? crypto.createHash('sha256').update(text).digest('hex') : bytesToHex(sha256(utf8ToBytes(text)));
}
