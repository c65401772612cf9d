import { isDeepStrictEqual } from 'node:util';
import type { Capture, Json, JsonObject } from '../connectors/connector.js';

/** Members of snapshots that say when, where and how they were taken, and not what was there. */
const NOT_OF_THE_STATE = [
  ...['takenAt', 'server', 'visible', 'isExact', 'identities', 'there', 'twins'],
  ...['version', 'proof', 'defaults', 'unforeseen', 'met', 'said'],
];

/**
 * Whether the state that a call met is the one that a person was shown. A state that cannot be read is another one.
 * @param seen content of that snapshot; null: nothing was shown, so that nothing can differ
 */
export function isAsSeen(seen: JsonObject | null, met: Capture | null): boolean {
  if (seen === null) return true;
  return met?.captured === true && isDeepStrictEqual(stateIn(seen), stateIn(met.content));
}

function stateIn(value: Json): Json {
  if (Array.isArray(value)) return value.map(stateIn);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([name]) => !NOT_OF_THE_STATE.includes(name));
  return Object.fromEntries(own.map(([name, member]) => [name, stateIn(member)]));
}
