import { isDeepStrictEqual } from 'node:util';
import type { Replaced } from '../../connector.js';
import { type Snapshot, toCapturedColumn } from '../capture/snapshot.js';
import type { Dialect } from '../dialect.js';
import { keyOf } from '../table/row.js';
import type { Session } from '../table/session.js';
import type { Column, Row, Table } from '../table/table.js';
import type { Content, KeptTable } from './kept.js';

interface Written {
  readonly key: Row;
  /** The row as it was read under the lock, right before the first write. */
  readonly before: Row | null;
  readonly columns: Set<string>;
  readonly times: number;
}

interface WrittenTable {
  /** The table in its present form, with columns that no capture has seen. */
  readonly table: Table;
  readonly snapshot: Snapshot;
  readonly rows: Map<string, Written>;
  /** The rows that each update found. */
  readonly met: Row[][];
}

/** The rows that the writes of one transaction replace: read in it, right before each write. */
export class WriteLog {
  readonly #tables = new Map<string, WrittenTable>();

  /** The dialect for the undo of one call in this table: it logs every write there. */
  over(dialect: Dialect, table: Table, snapshot: Snapshot): Dialect {
    const name = JSON.stringify([snapshot.place, table.schema, table.name]);
    const log = this.#tables.get(name) ?? { table, snapshot, rows: new Map(), met: [] };
    this.#tables.set(name, log);
    const note = (session: Session, columns: readonly Column[], rows: readonly Row[]) =>
      noteBefore(dialect, session, log, columns, rows);
    const logging: Pick<Dialect, 'insert' | 'update' | 'remove'> = {
      insert: async (session, of, rows) => {
        await note(
          session,
          table.columns,
          rows.map(({ value }) => value),
        );
        return dialect.insert(session, of, rows);
      },
      update: async (session, of, columns, rows) => {
        await note(
          session,
          columns,
          rows.map(({ value }) => value),
        );
        return dialect.update(session, of, columns, rows);
      },
      remove: async (session, of, rows) => {
        await note(session, table.columns, rows);
        return dialect.remove(session, of, rows);
      },
    };
    return Object.assign(Object.create(dialect) as Dialect, logging);
  }

  /** Asked before COMMIT. Null when nothing was written. */
  async replaced(dialect: Dialect, session: Session): Promise<Omit<Replaced, 'isDone'> | null> {
    const tables: KeptTable[] = [];
    for (const { table, snapshot, rows, met } of this.#tables.values()) {
      const written = [...rows.values()];
      const keys = written.map(({ key }) => keyOf(table, key));
      const left = keys.length > 0 ? await dialect.read(session, table, keys, true) : [];
      const changed = written.flatMap(({ before, columns }, i) => {
        const after = left[i] ?? null;
        return isDeepStrictEqual(before, after) ? [] : [{ before, after, columns: [...columns] }];
      });
      const passes = written.some(({ times }) => times > 1) ? { passes: met } : {};
      if (changed.length > 0)
        tables.push({ ...(await headOf(dialect, session, table, snapshot)), rows: changed, ...passes });
    }
    if (tables.length === 0) return null;
    const content: Content = { tables };
    return { resource: 'transaction', content: JSON.parse(JSON.stringify(content)) };
  }
}

async function noteBefore(
  dialect: Dialect,
  session: Session,
  { table, rows, met }: WrittenTable,
  columns: readonly Column[],
  written: readonly Row[],
): Promise<void> {
  if (written.length === 0) return;
  const textOf = (row: Row) => JSON.stringify(keyOf(table, row));
  const keys = written.map((row) => keyOf(table, row));
  const found = await dialect.read(session, table, keys, true);
  met.push(found.filter((row) => row !== null));
  written.forEach((key, i) => {
    const known = rows.get(textOf(key)) ?? { key, before: found[i] ?? null, columns: new Set(), times: 0 };
    for (const { name } of columns) known.columns.add(name);
    rows.set(textOf(key), { ...known, times: known.times + 1 });
  });
}

async function headOf(dialect: Dialect, session: Session, table: Table, snapshot: Snapshot) {
  const visible = await dialect.visible(session);
  return {
    place: snapshot.place,
    ...(session.address && { server: { address: session.address, run: await dialect.serverOf(session) } }),
    ...(visible !== undefined && { visible }),
    ...{ schema: table.schema, name: table.name, key: table.key.map(({ name }) => name), triggers: table.triggers },
    columns: table.columns.map(toCapturedColumn),
  };
}
