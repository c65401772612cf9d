import type { JsonObject } from '../connector.js';
import type { InsertCall } from '../rows/payload.js';
import { type Claim, claimsOf } from './claims.js';
import type { Response } from './response.js';
import { cell, type Key, keyOf, type Row } from './rows.js';
import type { Cell, Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import type { Table } from './sql.js';

/** What the payload or the client says of one row. */
export interface Said {
  readonly values: JsonObject;
  /** The values that fit their columns. */
  readonly claim: Claim;
}

/** A row the call is said to have inserted. */
export interface Candidate {
  readonly key: Key;
  readonly payload: Said;
  readonly reported: Said;
}

const NOTHING: Said = { values: {}, claim: new Map() };

/** By the keys that were absent where the payload gives them, else by the keys the client reports, row by row. */
export async function candidatesOf(
  session: Session,
  table: Table,
  snapshot: Snapshot,
  call: InsertCall,
  response: Response,
): Promise<Candidate[]> {
  const payload = await saidOf(session, table, call.rows);
  const reported = await saidOf(session, table, response.rows ?? []);
  if (snapshot.proof?.kind !== 'given') {
    return reported.map((said, i) => ({ key: keyIn(table, said), payload: payload[i] ?? NOTHING, reported: said }));
  }
  const byKey = (all: readonly Said[]) => new Map(all.map((said) => [JSON.stringify(keyIn(table, said)), said]));
  const payloadByKey = byKey(payload);
  const reportedByKey = byKey(reported);
  return snapshot.proof.absent.map((row) => {
    const key = keyOf(table, row);
    const text = JSON.stringify(key);
    return { key, payload: payloadByKey.get(text) ?? NOTHING, reported: reportedByKey.get(text) ?? NOTHING };
  });
}

/** True when nothing was said of the column, or exactly what it holds. */
export function agrees({ values, claim }: Said, name: string, comparable: Row): boolean {
  return !Object.hasOwn(values, name) || (claim.has(name) && claim.get(name) === cell(comparable, name));
}

/** A sentence when the client reports rows under other keys than the payload gave them, as a trigger may. */
export async function strangers(
  session: Session,
  table: Table,
  snapshot: Snapshot,
  response: Response,
): Promise<string | null> {
  if (snapshot.proof?.kind !== 'given') return null;
  const given = [...snapshot.proof.absent, ...snapshot.proof.existing];
  const known = new Set(given.map((row) => JSON.stringify(keyOf(table, row))));
  const reported = await saidOf(session, table, response.rows ?? []);
  const count = reported.filter((said) => !known.has(JSON.stringify(keyIn(table, said)))).length;
  return count === 0 ? null : `${count} reported under other keys than the payload gave; they are not deleted`;
}

async function saidOf(session: Session, table: Table, objects: readonly JsonObject[]): Promise<Said[]> {
  const claims = await claimsOf(session, table.columns, objects);
  return objects.map((values, i) => ({ values, claim: claims[i] ?? new Map() }));
}

function keyIn(table: Table, { claim }: Said): Key {
  return table.key.map(({ name }): Cell => claim.get(name) ?? null);
}
