import { createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type Claims = Readonly<Record<string, unknown>>;

const encoded = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');

export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const HASHES: Record<string, string> = { HS256: 'sha256', HS512: 'sha512' };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A JWT as the service signs it, or as it must not be signed. */
export function signed(claims: Claims, secret: string, alg: 'HS256' | 'HS512' | 'RS256' | 'none' = 'HS256'): string {
  const content = `${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}`;
  if (alg === 'none') return `${content}.`;
  if (alg === 'RS256') return `${content}.${createSign('sha256').update(content).sign(rsa.privateKey, 'base64url')}`;
  return `${content}.${createHmac(HASHES[alg] ?? '', secret)
    .update(content)
    .digest('base64url')}`;
}

const seconds = () => Math.floor(Date.now() / 1000);

export const expired = (claims: Claims): Claims => ({ ...claims, iat: seconds() - 120, exp: seconds() - 60 });

export const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

/** A key of the right form and checksum, of a kind and id, with a secret that was never issued. */
export function inventedKey(id = randomBytes(16).toString('hex')): string {
  const body = `bks_live_${id}${randomBytes(32).toString('hex')}`;
  return body + crc32(body).toString(16).padStart(8, '0');
}

/** The same key with another checksum. */
export const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
