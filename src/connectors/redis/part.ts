import type { Json } from '../connector.js';

/**
 * A unit that is compared and restored on its own. `value`: a whole key of any type. `expiry`: the time at which a key
 * expires. `field` of a hash, `member` of a set, `score` of a member of a sorted set. `list`: all elements, in order.
 * `members`: all members of a set, when only the call's answer says which it took.
 */
export interface Part {
  readonly kind: 'value' | 'expiry' | 'field' | 'member' | 'score' | 'list' | 'members';
  readonly key: string;
  /** The name of a field or a member. */
  readonly name?: string;
}

/**
 * The state of a part; null when it is empty. `value`: `{ type: "string", value }` or `{ type, dump }`; `expiry`:
 * milliseconds since 1970, `NEVER`, or null when the key is absent; `score`: its text; `member`: true.
 */
export type State = Json;

/** The expiry of a key that does not expire. */
export const NEVER = -1;

/** States that equal no captured one: a key of another type than the part's, or one that is too large to read. */
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

/** The name of the part in a report. */
export function fieldName({ kind, name }: Part): string {
  if (kind === 'expiry') return 'expiresAt';
  if (kind === 'list') return 'elements';
  return name === undefined ? kind : `${kind} ${JSON.stringify(name)}`;
}
