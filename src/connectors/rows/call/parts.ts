/** An upsert is an insert of the rows that were absent, and an update of the others; imports types only. */

import type { Snapshot } from '../capture/snapshot.js';
import type { Response } from './response.js';

/** The changes of the call, one kind after the other, in the order in which they are undone. */
export function partsOf(snapshot: Snapshot): readonly Snapshot[] {
  const { query, proof, rows } = snapshot;
  if (query?.verb !== 'upsert' || proof?.kind !== 'given') return [snapshot];
  const inserted: Snapshot = { ...snapshot, rows: [], query: { ...query, verb: 'insert' }, beside: rows };
  const updated: Snapshot = { ...snapshot, proof: null, query: { ...query, verb: 'update' }, beside: proof.absent };
  const isTouched = rows.length > 0 || proof.absent.length === 0;
  return [...(proof.absent.length > 0 ? [inserted] : []), ...(isTouched ? [updated] : [])];
}

/** True when the count that the client reports shows that other rows were there than the capture saw. */
export function countContradicts({ query, proof, beside = [] }: Snapshot, { rowCount }: Response): boolean {
  if (proof?.kind !== 'given' || rowCount === null) return false;
  if (query?.isSelected) return rowCount !== proof.absent.length;
  if (query?.countPerUpdate === undefined) return false;
  const inserted = proof.absent.length;
  const fewest = query.countPerUpdate === 1 ? inserted + beside.length : inserted;
  return rowCount < fewest || rowCount > inserted + query.countPerUpdate * beside.length;
}
