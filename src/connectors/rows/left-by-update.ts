import type { Claim } from './dialect.js';
import { literalsOf, type UpdateCall } from './payload.js';
import { isAt, type Work } from './restore.js';
import type { Column, Row } from './table.js';

/** What the call left in each captured row: what the client reports first, then what was to be expected. */
export async function leftByUpdate(
  work: Work,
  call: UpdateCall,
  changed: readonly Column[],
  captured: readonly Row[],
): Promise<Claim[][]> {
  const { dialect, session, table, response } = work;
  const expected = await expectedOf(work, call, changed);
  const reported = await dialect.claims(session, [...table.key, ...changed], response.rows ?? []);
  return captured.map((row, i) => {
    const own = reported.find((claim) => isAt(table, claim, row));
    return [...(own === undefined ? [] : [own]), ...expected(i)];
  });
}

/** What it was to leave, as far as the payload tells, or the capture could foresee. */
export async function expectedOf(
  { dialect, session, snapshot }: Work,
  call: UpdateCall,
  changed: readonly Column[],
): Promise<(row: number) => Claim[]> {
  const literals = literalsOf(call);
  const told = changed.filter(({ name }) => literals.includes(name));
  const [set] = await dialect.claims(session, told, [call.values]);
  const foreseen = await dialect.claims(session, changed, snapshot.query?.after ?? []);
  return (row) => [set, foreseen[row]].flatMap((claim) => claim ?? []);
}
