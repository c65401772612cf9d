import type { JsonObject } from '../../connector.js';
import { countContradicts } from '../call/parts.js';
import type { InsertCall } from '../call/payload.js';
import type { Response } from '../call/response.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Claim } from '../dialect.js';
import { cell, toRow } from '../table/row.js';
import type { Row } from '../table/table.js';
import { isAt, type Work } from '../undo/restore.js';
import { reportedKeys } from './insert-keys.js';

/** The values that the payload or the client states for one row. */
export interface RowClaim {
  readonly values: JsonObject;
  /** The values that fit their columns. */
  readonly claim: Claim;
}

/** A row that the call inserted according to its record. */
export interface Candidate {
  /** A column of the key is null when it is not known. */
  readonly key: Row;
  readonly payload: RowClaim;
  readonly reported: RowClaim;
  /** The values that the database was to fill in for columns absent from the payload. */
  readonly defaults: RowClaim;
  /** False when the call may have skipped this row. */
  readonly isCertain: boolean;
}

const NOTHING: RowClaim = { values: {}, claim: new Map() };

/**
 * The candidates by the absent keys that the payload gives, or else by the keys that the client reports, row by row.
 */
export async function candidatesOf(work: Work, call: InsertCall): Promise<Candidate[]> {
  const { dialect, session, table, snapshot, response } = work;
  const payload = await claimsOf(work, withoutNumbers(work, call));
  const reported = await claimsOf(work, response.rows ?? []);
  const defaults = await claimsOf(
    work,
    (snapshot.defaults ?? []).map((row) => ({ ...row })),
  );
  if (snapshot.proof?.kind === 'given') {
    const at = (all: readonly RowClaim[], row: Row) => all.findIndex(({ claim }) => isAt(table, claim, row));
    const { inserted, isCertain } = insertedOf(snapshot, response);
    return snapshot.proof.absent.flatMap((key) => {
      const given = at(payload, key);
      if (inserted === 'none' || (inserted === 'reported' && at(reported, key) === -1)) return [];
      const of = (all: readonly RowClaim[], index: number) => all[index] ?? NOTHING;
      return {
        key,
        payload: of(payload, given),
        reported: of(reported, at(reported, key)),
        defaults: of(defaults, given),
        isCertain,
      };
    });
  }
  const keys = await dialect.claims(session, table.key, reportedKeys(call, snapshot, response));
  return keys.map((claim, i) => ({
    key: toRow(
      table.key,
      table.key.map(({ name }) => (claim.get(name)?.isExact ? (claim.get(name)?.text ?? null) : null)),
    ),
    payload: payload[i] ?? NOTHING,
    reported: reported[i] ?? NOTHING,
    defaults: defaults[i] ?? NOTHING,
    isCertain: true,
  }));
}

/** The absent keys that an insert which skips rows has inserted, as far as its client reports. */
function insertedOf(snapshot: Snapshot, response: Response) {
  const { query, proof } = snapshot;
  const { rows, rowCount } = response;
  if (countContradicts(snapshot, response)) return { inserted: 'all', isCertain: false } as const;
  if (!query?.orNothing || proof?.kind !== 'given') return { inserted: 'all', isCertain: true } as const;
  if (rows !== null) return { inserted: 'reported', isCertain: true } as const;
  if (rowCount === 0) return { inserted: 'none', isCertain: true } as const;
  return { inserted: 'all', isCertain: rowCount === null || rowCount >= proof.absent.length } as const;
}

/** True when nothing was stated about the column, or exactly the value that it holds. */
export function agrees({ values, claim }: RowClaim, name: string, row: Row): boolean {
  return !Object.hasOwn(values, name) || (claim.get(name)?.fits(cell(row, name)) ?? false);
}

/** A sentence when the client reports rows under other keys than the payload gave them, as a trigger may. */
export async function contradictionInReport({
  dialect,
  session,
  table,
  snapshot,
  response,
}: Work): Promise<string | null> {
  const { proof } = snapshot;
  if (proof?.kind !== 'given') return null;
  const given = [...proof.absent, ...proof.existing, ...(snapshot.beside ?? [])];
  const reported = await dialect.claims(session, table.key, response.rows ?? []);
  const count = reported.filter((claim) => !given.some((row) => isAt(table, claim, row))).length;
  if (countContradicts(snapshot, response))
    return 'its client reports another number of rows than follows from the capture';
  return count === 0 ? null : `${count} reported under other keys than the payload gave; they are not deleted`;
}

async function claimsOf({ dialect, session, table }: Work, objects: readonly JsonObject[]): Promise<RowClaim[]> {
  const claims = await dialect.claims(session, table.columns, objects);
  return objects.map((values, i) => ({ values, claim: claims[i] ?? new Map() }));
}

/** A value that asks the database for a number does not say which one, so it is removed. */
function withoutNumbers({ snapshot: { proof } }: Work, { rows }: InsertCall): JsonObject[] {
  const numbered = proof?.kind === 'above' ? proof.column : null;
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== numbered)));
}
