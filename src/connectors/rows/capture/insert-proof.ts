import { columnOf } from '../call/columns.js';
import { type InsertCall, NotCapturable, own } from '../call/payload.js';
import type { Dialect } from '../dialect.js';
import { toRow } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Key, Table } from '../table/table.js';
import { isAt } from '../undo/restore.js';
import type { KeyProof, Snapshot } from './snapshot.js';

/**
 * The facts about the keys of an insert's rows that are known before it runs.
 * @throws NotCapturable
 */
export async function proofOf(dialect: Dialect, session: Session, table: Table, call: InsertCall): Promise<KeyProof> {
  for (const name of new Set(call.rows.flatMap((row) => Object.keys(row)))) columnOf(table, name);
  const [generated = [], ...others] = call.rows.map((row) =>
    table.key.filter((column) => dialect.isLeftOut(column, own(row, column.name))),
  );
  const isSame = (other: typeof generated) =>
    other.length === generated.length && other.every((column) => generated.includes(column));
  if (!others.every(isSame)) {
    throw new NotCapturable('some rows give their primary key and others leave it to the database');
  }
  return generated.length === 0
    ? givenKeys(dialect, session, table, call)
    : dialect.proofOfGenerated(session, table, generated);
}

/** The capture of an upsert with the rows that it would insert, without those that it would update. */
export async function onlyAbsent(
  dialect: Dialect,
  session: Session,
  table: Table,
  snapshot: Snapshot,
): Promise<Snapshot> {
  const { proof, query, identity, defaults = [] } = snapshot;
  if (query === undefined || proof?.kind !== 'given') return snapshot;
  const key = identity?.map((name) => columnOf(table, name)) ?? table.key;
  const claims = await dialect.claims(session, key, query.rows);
  const isAbsent = claims.map((claim) => proof.absent.some((row) => isAt({ key }, claim, row)));
  const absent = <T>(all: readonly T[]) => all.filter((_, i) => isAbsent[i]);
  return { ...snapshot, defaults: absent(defaults), query: { ...query, rows: absent(query.rows) } };
}

async function givenKeys(dialect: Dialect, session: Session, table: Table, call: InsertCall): Promise<KeyProof> {
  const claims = await dialect.claims(session, table.key, call.rows);
  const keys = claims.map(
    (claim): Key =>
      table.key.map(({ name, type }) => {
        const { text = null, isExact = true } = claim.get(name) ?? {};
        if (text === null) {
          throw new NotCapturable(`a value of the primary key column ${name} does not fit its type ${type}`);
        }
        if (isExact) return text;
        throw new NotCapturable(`how the primary key column ${name} of type ${type} will write its value is not known`);
      }),
  );
  const found = await dialect.read(session, table, keys, false);
  const rows = keys.map((key) => toRow(table.key, key));
  return {
    kind: 'given',
    absent: rows.filter((_, i) => found[i] === null),
    existing: rows.filter((_, i) => found[i] !== null),
  };
}
