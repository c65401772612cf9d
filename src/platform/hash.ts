import { hash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

/** RFC 8785 orders names by their UTF-16 code units, as JavaScript compares text. */
const byName = (a: string, b: string) => (a < b ? -1 : 1);

/**
 * Canonical JSON after RFC 8785; throws an Error on a value that JSON cannot hold. Without a given order, a few hundred
 * names are sorted slowly.
 */
const canonicalJson = configure({ strict: true, deterministic: byName });

export function sha256(text: string | Buffer): string {
  return hash('sha256', text, 'hex');
}

/** SHA-256, lower-case hex, of the RFC 8785 form: the same for every order of members. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalJson(value) ?? 'null');
}

/** The canonical texts of the members of a request's body, as long as the request lasts. */
const partsOfBodies = new WeakMap<object, string>();

/**
 * Hashes the body of a request, which must not change afterwards. A call is hashed twice, as a whole and its payload
 * alone: `hashOfPart` reuses the text that this function makes.
 */
export function hashOfBody(body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return canonicalHash(body);
  const members: string[] = [];
  for (const name of Object.keys(body).sort(byName)) {
    const value: unknown = body[name as keyof typeof body];
    const text = canonicalJson(value);
    if (text === undefined) continue;
    if (typeof value === 'object' && value !== null) partsOfBodies.set(value, text);
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return sha256(`{${members.join(',')}}`);
}

/** Hashes a member of a body, or a value outside of one. */
export function hashOfPart(value: object): string {
  return sha256(partsOfBodies.get(value) ?? canonicalJson(value) ?? 'null');
}
