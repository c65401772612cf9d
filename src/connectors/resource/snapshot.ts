import type { JsonObject } from '../connector.js';
import type { Address, Reading } from './resource.js';

export interface CapturedItem {
  readonly address: Address;
  readonly reading: Reading | null;
}

/** What a precapture keeps. `items` is null where only the response will tell what the call touches. */
export interface Snapshot {
  /** Milliseconds by this service's clock. */
  readonly takenAt: number;
  readonly items: readonly CapturedItem[] | null;
}

export function toContent({ takenAt, items }: Snapshot): JsonObject {
  return JSON.parse(JSON.stringify({ takenAt, items }));
}

/** Null for content that this connector did not write. */
export function readSnapshot(content: JsonObject): Snapshot | null {
  const { takenAt, items } = content;
  if (typeof takenAt !== 'number' || !(items === null || Array.isArray(items))) return null;
  return { takenAt, items: items as unknown as CapturedItem[] | null };
}
