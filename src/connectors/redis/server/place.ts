import type { JsonObject } from '../../connector.js';

/** A database of a server. */
export interface Place {
  /** `host:port`, as the credential or the client names it; null when it does not. */
  readonly address: string | null;
  readonly database: number;
  /** The server's `run_id`, new with each start; null when the server does not report it. */
  readonly server: string | null;
  /** The number of times that SWAPDB has exchanged two of its databases; null or absent when the server does not report it. */
  readonly swaps?: number | null;
}

/**
 * True when a capture from there can be undone here: it is the same database of the same server, by its id or its
 * address.
 */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.database !== other.database) return false;
  return (
    (one.server !== null && one.server === other.server) || (one.address !== null && one.address === other.address)
  );
}

/**
 * True when SWAPDB has exchanged databases of this server since: what has this number by now may be another database. A
 * restart begins the count anew.
 */
export function isSwapped({ server, swaps }: Place, other: Place): boolean {
  if (server === null || server !== other.server) return false;
  return typeof swaps === 'number' && typeof other.swaps === 'number' && swaps !== other.swaps;
}

/**
 * Compares the place to which the agent's client says that it sent the call. `elsewhere`: another database; `here`: the
 * same one; `untold`: it may be the same server under another name.
 */
export function sentTo(payload: JsonObject, place: Place): 'here' | 'elsewhere' | 'untold' {
  const { address = null, database, server = null } = (payload.place ?? {}) as Partial<Place>;
  if (database === undefined) return 'untold';
  if (database !== place.database) return 'elsewhere';
  const named = { address: isLoopback(address) ? null : address, database, server };
  return isSamePlace(named, place) ? 'here' : 'untold';
}

/** A name for each machine's own: the agent's may be another one than the service's. */
const isLoopback = (address: string | null) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?):\d+$/.test(address ?? '');
