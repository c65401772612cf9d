/** The rows that an insert is said to have made, from the record alone. */
import type { JsonObject } from '../../connector.js';
import { type InsertCall, own } from '../call/payload.js';
import type { Response } from '../call/response.js';
import type { KeyProof, Snapshot } from '../capture/snapshot.js';
import { keyOf } from '../table/row.js';
import type { Row } from '../table/table.js';

/** True when the number of the first row determines the others, because the client reports only that one. */
export function isNumbered(proof: KeyProof | null, response: Response): boolean {
  return proof?.kind === 'above' && proof.step !== undefined && response.rows === null && response.insertId !== null;
}

/**
 * The keys of the inserted rows, row by row: the given ones that were absent, or else those that the client reports.
 */
export function reportedKeys(call: InsertCall, { key, proof }: Snapshot, response: Response): JsonObject[] {
  if (proof?.kind === 'given') return proof.absent.map((row) => ({ ...row }));
  if (response.rows !== null) return response.rows.map((row) => only(key, row));
  if (proof?.kind !== 'above' || !isNumbered(proof, response)) return [];
  return call.rows.map((row, index) => {
    const number = (response.insertId ?? 0n) + BigInt(index) * BigInt(proof.step ?? 1);
    return { ...only(key, row), [proof.column]: String(number) };
  });
}

/**
 * Tests whether the key of a row was certainly absent at the capture; null when only the age of the row can show it.
 */
export function absenceTest({ key, proof }: Pick<Snapshot, 'key' | 'proof'>): (row: Row) => boolean | null {
  const columns = { key: key.map((name) => ({ name })) };
  const textOf = (row: Row) => JSON.stringify(keyOf(columns, row));
  switch (proof?.kind) {
    case 'given': {
      const absent = new Set(proof.absent.map(textOf));
      return (row) => absent.has(textOf(row));
    }
    case 'listed': {
      const listed = new Set(proof.keys.map(textOf));
      return (row) => !listed.has(textOf(row));
    }
    case 'above':
      return (row) =>
        isAbove(row[proof.column] ?? null, proof.value) && !proof.except?.includes(String(row[proof.column]));
    case 'version':
      return () => null;
    default:
      return () => false;
  }
}

function isAbove(value: string | null, highest: string | null): boolean {
  if (value === null || !/^-?\d+$/.test(value)) return false;
  return highest === null || (/^-?\d+$/.test(highest) && BigInt(value) > BigInt(highest));
}

function only(key: readonly string[], row: JsonObject): JsonObject {
  return Object.fromEntries(key.map((name) => [name, own(row, name) ?? null]));
}
