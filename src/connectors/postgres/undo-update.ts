import type { FieldReport, ItemReport, UndoReport } from '../connector.js';
import { decideField, itemOf, summarise } from '../rows/compare.js';
import { literalsOf, type UpdateCall } from '../rows/payload.js';
import { type Claim, claimsOf, comparableRows } from './claims.js';
import type { Response } from './response.js';
import { afterwards, type OnConflict, resourceOf, restoredRows, unaccounted } from './restore.js';
import { cell, insertRows, type Key, keyOf, type Row, readByKey, updateRows } from './rows.js';
import type { Session } from './session.js';
import type { Snapshot } from './snapshot.js';
import type { Column, Table } from './sql.js';

interface Work {
  readonly table: Table;
  readonly snapshot: Snapshot;
  readonly call: UpdateCall;
  readonly response: Response;
  readonly onConflict: OnConflict;
}

interface Decision {
  readonly item: ItemReport;
  readonly key: Key;
  readonly before: Row;
  readonly restore: readonly Column[];
  /** Somebody deleted the row, and it is to come back. */
  readonly resurrect: boolean;
}

/** Puts the changed columns of the captured rows back, field by field. */
export async function undoUpdate(session: Session, work: Work): Promise<UndoReport> {
  const { table, snapshot, onConflict } = work;
  const changed = table.columns.filter(({ name }) => Object.hasOwn(work.call.values, name));
  const keys = snapshot.rows.map((row) => keyOf(table, row));
  const now = await readByKey(session, table, keys, true);
  const columns = table.columns.filter(({ name }) => snapshot.columns.some((column) => column.name === name));
  const before = await restoredRows(session, table, columns, snapshot.rows);
  const left = await leftByCall(session, work, changed, keys);
  const comparable = await comparableRows(session, table, now);

  const decisions = before.map((row, i): Decision => {
    const base = { key: keys[i] ?? [], before: row };
    const current = now[i] ?? null;
    const resource = resourceOf(table, row);
    if (current === null) return { ...base, ...vanished(resource, onConflict) };
    const fields = changed.map((column) => {
      const claims = left.flatMap((claimsOfRows) => claimsOfRows[i] ?? []);
      return decide(column, row, current, comparable[i] ?? current, claims, onConflict);
    });
    const restore = changed.filter((_, n) => ['restored', 'forced'].includes(fields[n]?.result ?? ''));
    return { ...base, item: itemOf(resource, fields), restore, resurrect: false };
  });

  await write(session, { ...table, columns }, decisions);
  await afterwards(
    session,
    table,
    decisions.map(({ key, before: row, restore, resurrect }) => ({
      key,
      expected: row,
      columns: resurrect ? columns : restore,
    })),
  );
  return summarise(
    decisions.map(({ item }) => item),
    await unaccounted(session, table, snapshot, work.response),
  );
}

function vanished(resource: string, onConflict: OnConflict): Omit<Decision, 'key' | 'before'> {
  const resurrect = onConflict === 'force';
  const field: FieldReport = {
    field: '(row)',
    before: 'present',
    after: 'present',
    now: 'deleted',
    result: resurrect ? 'forced' : 'conflict',
  };
  return { item: { resource, result: field.result, fields: [field] }, restore: [], resurrect };
}

function decide(
  column: Column,
  before: Row,
  now: Row,
  comparable: Row,
  claims: readonly Claim[],
  onConflict: OnConflict,
): FieldReport {
  const value = cell(now, column.name);
  const after = claims.flatMap((claim) => (claim.has(column.name) ? [claim.get(column.name) ?? null] : []));
  // Claims are compared in comparable form; one that fits is reported as the text that is really there.
  const fits = after.includes(cell(comparable, column.name));
  return decideField(
    { name: column.name, before: cell(before, column.name), after: fits ? [value] : after, now: value },
    onConflict,
  );
}

/** What the call left in each captured row: what the client reports first, then what was to be expected. */
async function leftByCall(
  session: Session,
  work: Work,
  changed: readonly Column[],
  keys: readonly Key[],
): Promise<Claim[][]> {
  const literals = literalsOf(work.call);
  const [set] = await claimsOf(
    session,
    changed.filter(({ name }) => literals.includes(name)),
    [work.call.values],
  );
  const payload = keys.map(() => set ?? new Map());
  const foreseen = await claimsOf(session, changed, work.snapshot.query?.after ?? []);
  if (work.response.rows === null) return [payload, foreseen];
  const reported = await claimsOf(session, [...work.table.key, ...changed], work.response.rows);
  const byKey = new Map(
    reported.map((claim) => [JSON.stringify(work.table.key.map(({ name }) => claim.get(name))), claim]),
  );
  return [keys.map((key) => byKey.get(JSON.stringify(key)) ?? new Map()), payload, foreseen];
}

async function write(session: Session, table: Table, decisions: readonly Decision[]): Promise<void> {
  const groups = new Map<string, Decision[]>();
  for (const decision of decisions.filter(({ restore }) => restore.length > 0)) {
    const name = decision.restore.map((column) => column.name).join('\0');
    groups.set(name, [...(groups.get(name) ?? []), decision]);
  }
  for (const group of groups.values()) {
    const columns = (group[0]?.restore ?? []).filter(({ generated }) => !generated);
    const rows = group.map(({ key, before }) => ({ key, cells: columns.map(({ name }) => cell(before, name)) }));
    await updateRows(session, table, columns, rows);
  }
  const back = decisions.filter(({ resurrect }) => resurrect).map(({ before }) => before);
  if (back.length > 0) await insertRows(session, table, back);
}
