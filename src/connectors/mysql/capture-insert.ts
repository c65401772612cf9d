import { type InsertCall, NotCapturable, own } from '../rows/payload.js';
import { claimsOf } from './claims.js';
import { columnOf } from './match.js';
import { type Key, readByKey, toRow } from './rows.js';
import type { Session } from './session.js';
import type { KeyProof } from './snapshot.js';
import { type Column, qualified, quote, type Table } from './sql.js';

/** What is known, before an insert, about the keys its rows will have. @throws NotCapturable */
export async function proofOf(session: Session, table: Table, call: InsertCall): Promise<KeyProof> {
  for (const name of new Set(call.rows.flatMap((row) => Object.keys(row)))) columnOf(table, name);
  const missing = call.rows.map((row) => table.key.filter((column) => isLeftOut(own(row, column.name), column)));
  const [generated = [], ...others] = missing;
  if (
    others.some((other) => other.map(({ name }) => name).join('\0') !== generated.map(({ name }) => name).join('\0'))
  ) {
    throw new NotCapturable('some rows give their primary key and others leave it to the database');
  }
  if (generated.length === 0) return givenKeys(session, table, call);
  const [only] = generated;
  if (generated.length > 1 || !only?.autoIncrement) {
    const names = generated.map(({ name }) => name).join(', ');
    throw new NotCapturable(`${names} of the primary key is neither given nor AUTO_INCREMENT`);
  }
  const [highest] = await session.rows(
    `SELECT CAST(MAX(t.${quote(only.name)}) AS CHAR), CAST(@@global.auto_increment_increment AS CHAR)
       FROM ${qualified(table)} t`,
  );
  return { kind: 'above', column: only.name, value: highest?.[0] ?? null, step: Number(highest?.[1] ?? 1) };
}

/** NULL and 0 ask for the next number too. */
function isLeftOut(value: unknown, { autoIncrement }: Column): boolean {
  return value === undefined || (autoIncrement && (value === null || Number(value) === 0));
}

async function givenKeys(session: Session, table: Table, call: InsertCall): Promise<KeyProof> {
  const claims = await claimsOf(session, table.key, call.rows);
  const keys = claims.map((claim): Key => {
    return table.key.map(({ name, type }) => {
      const text = claim.get(name)?.text ?? null;
      if (text !== null) return text;
      throw new NotCapturable(`a value of the primary key column ${name} does not fit its type ${type}`);
    });
  });
  const found = await readByKey(session, table, keys);
  const rows = keys.map((key) => toRow(table.key, key));
  return {
    kind: 'given',
    absent: rows.filter((_, i) => found[i] === null),
    existing: rows.filter((_, i) => found[i] !== null),
  };
}
