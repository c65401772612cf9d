import { createHmac, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newId } from '../../platform/ids.js';

export type ApiKeyKind = 'live' | 'test';

/** `op`: a personal token of an operator. */
export type KeyKind = ApiKeyKind | 'op';

/**
 * `bks_<kind>_<id: 32 hex><secret: 64 hex><CRC-32 of all before: 8 hex>`. The format is public, so that scanners find
 * leaked keys; the checksum refuses a typo without a query (docs/contract.md, "Auth").
 */
const FORMAT = /^bks_(live|test|op)_([0-9a-f]{32})([0-9a-f]{64})([0-9a-f]{8})$/;

export interface ParsedKey {
  readonly kind: KeyKind;
  readonly id: string;
  readonly secret: string;
}

export function generateApiKey(kind: KeyKind): ParsedKey & { key: string } {
  const id = newId();
  const secret = randomBytes(32).toString('hex');
  const body = `bks_${kind}_${id.replaceAll('-', '')}${secret}`;
  return { kind, id, secret, key: body + checksum(body) };
}

/** Null for a text that is not one of our keys, mistyped ones included. */
export function parseApiKey(text: string): ParsedKey | null {
  const match = FORMAT.exec(text);
  if (!match) return null;
  const [, kind, hex = '', secret = '', sum] = match;
  if (checksum(text.slice(0, -8)) !== sum) return null;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { kind: kind as KeyKind, id, secret };
}

/** A keyed hash, so that the stored one proves nothing without the installation's root key. */
export const hashApiKeySecret = (rootKey: KeyObject, secret: string): Buffer => hashWith(hashKeyOf(rootKey), secret);

/** The key of an installation's hashes. The root key cannot be computed from it. */
export const hashKeyOf = (rootKey: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', rootKey, '', 'backstop api key', 32));

export const hashWith = (hashKey: Buffer, secret: string): Buffer =>
  createHmac('sha256', hashKey).update(secret).digest();

export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0');
}
