import { literalsOf, type UpdateCall } from '../call/payload.js';
import type { Claim } from '../dialect.js';
import { addedOf, sumsOf } from '../insert/added.js';
import type { Column, Row } from '../table/table.js';
import { isAt, type Work } from './restore.js';

export interface Left {
  readonly reported: Claim;
  /** The values right before the call, as the client reports them. */
  readonly replaced: Claim;
  /** Best known first. */
  readonly expected: readonly Claim[];
}

/** The values that the call left in each captured row: those that the client reports, and those that were expected. */
export async function leftByUpdate(
  work: Work,
  call: UpdateCall,
  changed: readonly Column[],
  captured: readonly Row[],
): Promise<Left[]> {
  const { dialect, session, table, response } = work;
  const expected = await expectedOf(work, call, changed, captured);
  const reported = await dialect.claims(session, [...table.key, ...changed], response.rows ?? []);
  const replaced = await dialect.claims(session, [...table.key, ...changed], response.before);
  const of = (claims: readonly Claim[], row: Row) => claims.find((claim) => isAt(table, claim, row)) ?? new Map();
  return captured.map((row, i) => {
    return { reported: of(reported, row), replaced: of(replaced, row), expected: expected(i) };
  });
}

/** The expected values, as far as the payload states them or the capture could foresee them. */
export async function expectedOf(
  { dialect, session, snapshot, response }: Work,
  call: UpdateCall,
  changed: readonly Column[],
  captured: readonly Row[],
): Promise<(row: number) => Claim[]> {
  const literals = literalsOf(call);
  const literalColumns = changed.filter(({ name }) => literals.includes(name));
  const [set] = await dialect.claims(session, literalColumns, [call.values]);
  const foreseen = await dialect.claims(session, changed, snapshot.query?.after ?? []);
  const added = addedOf(call, snapshot, response);
  const sums = captured.map((row, i) => [row, ...(snapshot.met?.[i] ?? [])].map((met) => sumsOf(met, added)));
  return (row) => [set, foreseen[row], ...(sums[row] ?? [])].flatMap((claim) => claim ?? []);
}
