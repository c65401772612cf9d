import type { JsonObject } from '../connector.js';
import type { InsertCall } from '../rows/payload.js';
import { type Claim, claimsOf } from './claims.js';
import { placesOf } from './insert-keys.js';
import type { Response } from './response.js';
import { cell, keyOf, type Row, readByKey } from './rows.js';
import type { Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import type { Table } from './sql.js';

/** A row the call is said to have inserted. */
export interface Candidate {
  readonly key: Row;
  /** What the payload, and then the client, say that it holds. */
  readonly claim: Claim;
  /** Locked in a transaction that writes. */
  readonly now: Row | null;
}

/** The rows an insert left, each with what it should hold. */
export async function candidatesOf(
  session: Session,
  table: Table,
  snapshot: Snapshot,
  call: InsertCall,
  response: Response,
  lock = true,
): Promise<Candidate[]> {
  const places = placesOf(call, snapshot, response);
  const now = await readByKey(
    session,
    table,
    places.map(({ key }) => keyOf(table, key)),
    lock,
  );
  const payload = await claimsOf(session, settable(table), call.rows.map(withoutLeftOut(snapshot)));
  return places.map(({ key, index }, i) => {
    const claim = index >= 0 ? payload[index] : payload.find((one) => isAt(table, one, key));
    return { key, claim: claim ?? new Map(), now: now[i] ?? null };
  });
}

const settable = ({ columns }: Table) => columns.filter(({ generated }) => !generated);

/** NULL and 0 in an AUTO_INCREMENT column asked for a number; they do not say which. */
function withoutLeftOut({ proof }: Snapshot): (row: JsonObject) => JsonObject {
  const generated = proof?.kind === 'above' ? proof.column : null;
  return (row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== generated));
}

function isAt(table: Table, claim: Claim, key: Row): boolean {
  return table.key.every(({ name }) => claim.get(name)?.fits(cell(key, name)));
}
