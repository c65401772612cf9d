import type { ConnectorContext } from '../../connector.js';
import { tryRecordedCall } from '../call/recorded-call.js';
import { keyOf, toRow } from '../table/row.js';
import type { Row } from '../table/table.js';
import { readSnapshot, type Snapshot } from './snapshot.js';

/**
 * The snapshot with what older calls of the same transaction, which no capture sees, did to its rows: an insert may take
 * the key of a row that they have deleted, and a change may be one of a row that they have made anew.
 */
export async function withReplaced(snapshot: Snapshot, { unconfirmed }: ConnectorContext): Promise<Snapshot> {
  const { proof, query, rows } = snapshot;
  const key = snapshot.key.map((name) => ({ name }));
  const isInsert = proof?.kind === 'given' && !query?.orNothing && query?.verb !== 'upsert';
  const looked = isInsert ? proof.existing : proof === null ? rows : [];
  if (looked.length === 0 || unconfirmed === undefined || snapshot.identity !== undefined) return snapshot;
  const textOf = (row: Row) => JSON.stringify(keyOf({ key }, row));
  const deleted = new Set<string>();
  const renewed = new Set<string>();
  for (const effect of await unconfirmed()) {
    const older = readSnapshot(effect.snapshot);
    if (older === null || older.place !== snapshot.place || older.name !== snapshot.name) continue;
    const call = tryRecordedCall(effect.apiName, effect.payload, older);
    if (typeof call === 'string') continue;
    if (call.kind === 'delete') for (const row of older.rows) deleted.add(textOf(row));
    if (call.kind === 'insert') for (const row of older.freed ?? []) renewed.add(textOf(row));
  }
  if (!isInsert) {
    const anew = rows.filter((row) => renewed.has(textOf(row))).map((row) => toRow(key, keyOf({ key }, row)));
    return anew.length > 0 ? { ...snapshot, renewed: anew } : snapshot;
  }
  const freed = proof.existing.filter((row) => deleted.has(textOf(row)));
  if (freed.length === 0) return snapshot;
  const existing = proof.existing.filter((row) => !freed.includes(row));
  return { ...snapshot, freed, proof: { kind: 'given', absent: [...proof.absent, ...freed], existing } };
}
