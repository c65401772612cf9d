import type { Column, Table } from '../table/table.js';
import { NotCapturable } from './payload.js';

/** @throws NotCapturable when the table has no such column */
export function columnOf<C extends Column>(table: Pick<Table<C>, 'columns'>, name: string): C {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new NotCapturable(`the table has no column ${name}`);
  return column;
}
