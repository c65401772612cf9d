import type { Dialect } from '../dialect.js';
import type { Cell, Column } from '../table/table.js';

/** True when two texts of this column have the same meaning. */
export function sameIn({ meaning }: Pick<Dialect, 'meaning'>, column: Column): (a: Cell, b: Cell) => boolean {
  return (a, b) => a === b || (a !== null && b !== null && meaning(column, a) === meaning(column, b));
}
