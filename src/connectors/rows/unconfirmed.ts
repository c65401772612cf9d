import type { ConnectorContext, Effect } from '../connector.js';
import type { Dialect } from './dialect.js';
import { type Condition, literalsOf, own } from './payload.js';
import { tryRecordedCall } from './recorded-call.js';
import { isAt } from './restore.js';
import { cell } from './row.js';
import type { Session } from './session.js';
import { readSnapshot } from './snapshot.js';
import type { Row, Table } from './table.js';

/**
 * The row with exactly this key, where no transaction but the agent's own can see it yet: as calls of the same session
 * that are not confirmed were to insert and update it. Null where there is none, or not every column is known.
 */
export async function unconfirmedRow(
  dialect: Dialect,
  session: Session,
  table: Table,
  match: readonly Condition[],
  { unconfirmed }: ConnectorContext,
): Promise<Row | null> {
  const isKey = match.length === table.key.length && match.every(({ operator }) => operator === 'eq');
  const key = Object.fromEntries(match.map(({ column, operand }) => [column, operand]));
  if (unconfirmed === undefined || !isKey || !table.key.every(({ name }) => Object.hasOwn(key, name))) return null;
  const [wanted] = await dialect.claims(session, table.key, [key]);
  const place = await dialect.placeOf(session, table);
  let row: Row | null = null;
  for (const effect of await unconfirmed()) {
    const snapshot = readSnapshot(effect.snapshot);
    if (snapshot === null || snapshot.place !== place || snapshot.name !== table.name) continue;
    row = await after(row, effect, snapshot);
  }
  return row;

  async function after(before: Row | null, { apiName, payload }: Effect, snapshot: SnapshotOf): Promise<Row | null> {
    const call = tryRecordedCall(apiName, payload, snapshot);
    if (typeof call === 'string') return before;
    if (call.kind === 'insert') return (await insertedRow(call.rows, snapshot)) ?? before;
    if (before === null || !snapshot.rows.some((captured) => wanted && isAt(table, wanted, captured))) return before;
    if (call.kind === 'delete') return null;
    const literals = literalsOf(call);
    if (literals.length < Object.keys(call.values).length) return null;
    return whole({ ...before, ...(await textsOf(call.values)) });
  }

  async function insertedRow(rows: readonly object[], { proof, query, defaults }: SnapshotOf): Promise<Row | null> {
    if (proof?.kind !== 'given' || query?.orNothing || query?.verb === 'upsert') return null;
    if (!proof.absent.some((absent) => wanted && isAt(table, wanted, absent))) return null;
    const claims = await dialect.claims(session, table.key, rows as (typeof key)[]);
    const index = claims.findIndex((claim) =>
      table.key.every(({ name }) => claim.get(name)?.isExact && claim.get(name)?.text === wanted?.get(name)?.text),
    );
    const given = rows[index];
    return given === undefined ? null : whole({ ...defaults?.[index], ...(await textsOf(given as typeof key)) });
  }

  /** The values that are certainly written so. */
  async function textsOf(values: typeof key): Promise<Record<string, string | null | undefined>> {
    const [claim] = await dialect.claims(session, table.columns, [values]);
    return Object.fromEntries(
      Object.keys(values).map((name) => {
        const claimed = claim?.get(name);
        return [name, claimed?.isExact ? claimed.text : undefined];
      }),
    );
  }

  function whole(row: Record<string, string | null | undefined>): Row | null {
    const isWhole = table.columns.every(({ name }) => own(row as typeof key, name) !== undefined);
    return isWhole ? Object.fromEntries(table.columns.map(({ name }) => [name, cell(row as Row, name)])) : null;
  }
}

type SnapshotOf = NonNullable<ReturnType<typeof readSnapshot>>;
