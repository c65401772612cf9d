import type { Json } from '../connector.js';

/**
 * What is compared and restored by itself. `value`: a whole key of any type. `expiry`: the moment at which a key expires.
 * `field` of a hash, `member` of a set, `score` of a member of a sorted set. `list`: all elements, in order. `members`:
 * all members of a set, of which the call's answer says which it took.
 */
export interface Part {
  readonly kind: 'value' | 'expiry' | 'field' | 'member' | 'score' | 'list' | 'members';
  readonly key: string;
  /** Of a field or a member. */
  readonly name?: string;
}

/**
 * What a part holds; null: nothing. `value`: `{ type: "string", value }` or `{ type, dump }`; `expiry`: milliseconds since
 * 1970, `NEVER`, or null where the key is not there; `score`: its text; `member`: true.
 */
export type State = Json;

/** The expiry of a key that does not expire. */
export const NEVER = -1;

/** What is compared with no captured state: a key of another type than the part's, or one that is too large to read. */
export const OTHER_TYPE: State = { other: 'type' };
export const TOO_LARGE: State = { other: 'size' };

/** An expiry of which only a range is known, because the server counted from the moment of the call; both ends belong to it. */
export interface ExpiryRange {
  readonly from: number;
  readonly to: number;
}

export const idOf = ({ kind, key, name }: Part): string =>
  JSON.stringify([kind, key, ...(name === undefined ? [] : [name])]);

export const value = (key: string): Part => ({ kind: 'value', key });
export const expiry = (key: string): Part => ({ kind: 'expiry', key });
export const list = (key: string): Part => ({ kind: 'list', key });
export const members = (key: string): Part => ({ kind: 'members', key });
export const field = (key: string, name: string): Part => ({ kind: 'field', key, name });
export const member = (key: string, name: string): Part => ({ kind: 'member', key, name });
export const score = (key: string, name: string): Part => ({ kind: 'score', key, name });

/** As a report names it. */
export function fieldName({ kind, name }: Part): string {
  if (kind === 'expiry') return 'expiresAt';
  if (kind === 'list') return 'elements';
  return name === undefined ? kind : `${kind} ${JSON.stringify(name)}`;
}
