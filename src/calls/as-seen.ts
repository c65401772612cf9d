import { isDeepStrictEqual } from 'node:util';
import type { Capture, Json, JsonObject } from '../connectors/connector.js';

/** Members of a snapshot that say when, where and how it was taken, and not which state was captured. */
const NOT_OF_THE_STATE = [
  ...['at', 'takenAt', 'server', 'visible', 'isExact', 'identities', 'there'],
  ...['proof', 'defaults', 'unforeseen', 'met', 'said'],
];

/**
 * Tells whether the state that a call met is the one that a person was shown. A state that cannot be read is another one.
 * @param seen content of that snapshot; null when nothing was shown, so that nothing can differ
 */
export function isAsSeen(seen: JsonObject | null, met: Capture | null): boolean {
  if (seen === null) return true;
  return met?.captured === true && isDeepStrictEqual(stateIn(seen), stateIn(met.content));
}

/** The data of a customer may have members of any name, so only the snapshot's own members are left out. */
function stateIn(content: JsonObject): JsonObject {
  const own = Object.entries(content).filter(([name]) => !NOT_OF_THE_STATE.includes(name));
  return Object.fromEntries(own.map(([name, value]) => [name, name === 'items' ? itemsIn(value) : value]));
}

/** A thing that was put again as it was has another version, and is the same. */
function itemsIn(items: Json): Json {
  if (!Array.isArray(items)) return items;
  return items.map((item) => {
    const { address = null, reading = null } = item as JsonObject;
    return { address, fields: (reading as JsonObject | null)?.fields ?? null };
  });
}
