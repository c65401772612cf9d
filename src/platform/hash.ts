import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

export function sha256(text: string | Buffer): string {
  return hash('sha256', text, 'hex');
}

/** SHA-256, lower-case hex, of the RFC 8785 form: the same for every order of members. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalize(value) ?? 'null');
}
