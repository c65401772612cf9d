import type { Response } from '../call/response.js';
import type { Dialect } from '../dialect.js';
import { cell } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Column, Row, Table } from '../table/table.js';
import type { Snapshot } from './snapshot.js';

/** The values that the database itself fills into inserted rows. */
export interface Filled {
  /** Row by row: the columns that the call leaves out, as far as their defaults are known beforehand. */
  readonly defaults: readonly Row[];
  /** The columns of which it is not known what at least one row will hold. */
  readonly unforeseen: readonly string[];
}

/** The facts about one row before it is inserted. */
export interface Given {
  /** The columns that the call sets. */
  readonly set: readonly string[];
  /** The columns among them whose value is known. */
  readonly known: readonly string[];
}

/**
 * Asks for the values that an insert leaves to the database. A trigger may set any column that the call leaves out, so
 * a default is no evidence on a table with a trigger.
 */
export async function foreseeFilled(
  dialect: Dialect,
  session: Session,
  table: Table,
  rows: readonly Given[],
): Promise<Filled> {
  const compared = table.columns.filter(({ name, generated }) => !generated && !isOfKey(table, name));
  const open = compared.filter(({ name }) => rows.some(({ set }) => !set.includes(name)));
  const known = table.triggers === 'some' || open.length === 0 ? {} : await dialect.defaults(session, table, open);
  const isLeftOut = ({ name }: Column, { set }: Given) => !set.includes(name) && Object.hasOwn(known, name);
  return {
    defaults: rows.map((row) =>
      Object.fromEntries(open.filter((it) => isLeftOut(it, row)).map(({ name }) => [name, cell(known, name)])),
    ),
    unforeseen: compared
      .filter((column) => !rows.every((row) => row.known.includes(column.name) || isLeftOut(column, row)))
      .map(({ name }) => name),
  };
}

/** A sentence for each column of an inserted row in which a change by another client would not be noticed. */
export function unnoticed({ unforeseen = [] }: Snapshot, { rows }: Response): string[] {
  return unforeseen
    .filter((name) => !rows?.every((row) => Object.hasOwn(row, name)))
    .map(
      (name) =>
        `What the call left in ${name} is not known: a change of it by another client since would not be noticed.`,
    );
}

function isOfKey({ key }: Table, name: string): boolean {
  return key.some((column) => column.name === name);
}
