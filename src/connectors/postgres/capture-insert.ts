import { type InsertCall, MAX_ROWS, NotCapturable, own } from '../rows/payload.js';
import { columnOf } from './match.js';
import { type Key, keyOf, normalise, type Row, readByKey, toRow } from './rows.js';
import type { Session } from './session.js';
import type { KeyProof } from './snapshot.js';
import { asText, type Column, qualified, quote, type Table } from './sql.js';
import { toText } from './values.js';

/** What is known, before an insert, about the keys its rows will have. @throws NotCapturable */
export async function proofOf(session: Session, table: Table, call: InsertCall): Promise<KeyProof> {
  for (const name of new Set(call.rows.flatMap((row) => Object.keys(row)))) columnOf(table, name);
  const [generated = [], ...others] = call.rows.map((row) => table.key.filter(({ name }) => !Object.hasOwn(row, name)));
  if (
    others.some((other) => other.length !== generated.length || other.some((column) => !generated.includes(column)))
  ) {
    throw new NotCapturable('some rows give their primary key and others leave it to the database');
  }
  return generated.length === 0 ? givenKeys(session, table, call) : generatedKeys(session, table, generated);
}

async function givenKeys(session: Session, table: Table, call: InsertCall): Promise<KeyProof> {
  const given = call.rows.map((row) =>
    table.key.map((column) => toText(own(row, column.name) ?? null, column) ?? null),
  );
  const keys = (await normalise(session, table.key, given)).map((key): Key => {
    const misfit = table.key.find((_, i) => key[i] == null);
    if (misfit === undefined) return key.map((value) => value ?? null);
    throw new NotCapturable(`a value of the primary key column ${misfit.name} does not fit its type ${misfit.type}`);
  });
  const found = await readByKey(session, table, keys);
  const rows = keys.map((key) => toRow(table.key, key));
  return {
    kind: 'given',
    absent: rows.filter((_, i) => found[i] === null),
    existing: rows.filter((_, i) => found[i] !== null),
  };
}

async function generatedKeys(session: Session, table: Table, generated: readonly Column[]): Promise<KeyProof> {
  const [only] = generated;
  if (only?.kind === 'integer' && generated.length === 1) {
    const [highest] = await session.rows(`SELECT max(t.${quote(only.name)})::text FROM ${qualified(table)} t`);
    return { kind: 'above', column: only.name, value: highest?.[0] ?? null };
  }
  const keys = await session.rows(`SELECT ${asText(table.key, 't')} FROM ${qualified(table)} t LIMIT ${MAX_ROWS + 1}`);
  if (keys.length > MAX_ROWS) return { kind: 'version' };
  return { kind: 'listed', keys: keys.map((cells) => toRow(table.key, cells)) };
}

/**
 * Whether the key of a row that is there now was certainly not there when the capture looked; null when only the age
 * of the row can tell.
 */
export function absenceTest(proof: KeyProof, table: Pick<Table, 'key'>): (row: Row) => boolean | null {
  const textOf = (row: Row) => JSON.stringify(keyOf(table, row));
  switch (proof.kind) {
    case 'given': {
      const absent = new Set(proof.absent.map(textOf));
      return (row) => absent.has(textOf(row));
    }
    case 'listed': {
      const listed = new Set(proof.keys.map(textOf));
      return (row) => !listed.has(textOf(row));
    }
    case 'above':
      return (row) => {
        const value = row[proof.column];
        return typeof value === 'string' && (proof.value === null || BigInt(value) > BigInt(proof.value));
      };
    case 'version':
      return () => null;
  }
}
