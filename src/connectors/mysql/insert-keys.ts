import { type InsertCall, own } from '../rows/payload.js';
import type { Response } from './response.js';
import { keyOf, type Row } from './rows.js';
import type { Cell } from './session.js';
import type { Snapshot } from './snapshot.js';

/** Where a row of an insert is said to be, and which row of the payload it is; -1: it is not told. */
export interface Placed {
  readonly key: Row;
  readonly index: number;
}

/**
 * The keys of the inserted rows. Given ones are the payload's own; generated ones follow the first one that the client
 * reports, as InnoDB numbers the rows of one INSERT.
 */
export function placesOf(call: InsertCall, { key, proof }: Snapshot, response: Response): Placed[] {
  if (proof === null) return [];
  if (proof.kind === 'given') return proof.absent.map((row) => ({ key: row, index: -1 }));
  return call.rows.map((row, index) => {
    const generated = response.rows
      ? textOf(own(response.rows[index] ?? {}, proof.column))
      : String((response.insertId ?? 0n) + BigInt(index) * BigInt(proof.step));
    const cells = key.map((name): [string, Cell] => [name, name === proof.column ? generated : textOf(own(row, name))]);
    return { key: Object.fromEntries(cells), index };
  });
}

/** Whether a row that is there now was certainly not there when the capture looked. */
export function wasAbsent({ key, proof }: Snapshot, row: Row): boolean {
  if (proof?.kind === 'given') {
    const textOfKey = (one: Row) => JSON.stringify(keyOf({ key: key.map((name) => ({ name })) }, one));
    return proof.absent.some((one) => textOfKey(one) === textOfKey(row));
  }
  const value = row[proof?.column ?? ''] ?? '';
  return proof !== null && /^\d+$/.test(value) && (proof.value === null || BigInt(value) > BigInt(proof.value));
}

function textOf(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
