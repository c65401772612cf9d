import type { JsonObject } from '../connector.js';
import type { Identified } from './requests/identity.js';
import type { Address, CapturedItem } from './resource.js';

/** The contents of a precapture. `items` is null when only the response will show what the call touches. */
export interface Snapshot {
  /** Milliseconds by this service's clock. */
  readonly takenAt: number;
  /** The place that the credential reached. */
  readonly place: string;
  readonly items: readonly CapturedItem[] | null;
  /** The provider's own identity of the place, if it has one. */
  readonly identities?: readonly Identified[];
  /**
   * The addresses of all resources before a call whose response alone shows the one it made; absent when they are not
   * known.
   */
  readonly there?: readonly Address[];
  /** The provider carried the call out only while all was as it is here. */
  readonly isExact?: true;
}

export function toContent(snapshot: Snapshot): JsonObject {
  return JSON.parse(JSON.stringify(snapshot));
}

/** Null for content that this connector did not write. */
export function readSnapshot(content: JsonObject): Snapshot | null {
  const { takenAt, place, items, there, identities, isExact } = content;
  if (typeof takenAt !== 'number' || typeof place !== 'string' || !(items === null || Array.isArray(items)))
    return null;
  const known = {
    ...(Array.isArray(identities) && { identities: identities as unknown as Identified[] }),
    ...(isExact === true && { isExact }),
  };
  const kept = { takenAt, place, items: items as unknown as CapturedItem[] | null, ...known };
  return Array.isArray(there) ? { ...kept, there: there as Address[] } : kept;
}
