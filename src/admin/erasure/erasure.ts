/** A table with rows of organizations, as the catalogue knows it. */
export interface OwnedTable {
  /** Quoted where it must be. */
  readonly name: string;
  /** The tables its foreign keys refer to. */
  readonly refersTo: readonly string[];
  /** The column, unquoted, through which every row belongs to a session; null when there is none. */
  readonly sessionColumn: string | null;
}

/**
 * The order in which tables can be emptied: a table that refers to another one goes before it. Tables that refer to
 * each other in a circle are ordered by name, and their foreign keys cascade.
 */
export function referringFirst(tables: readonly OwnedTable[]): OwnedTable[] {
  const left = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));
  const ordered: OwnedTable[] = [];
  while (left.length > 0) {
    const isFree = ({ name }: OwnedTable) =>
      !left.some((other) => other.name !== name && other.refersTo.includes(name));
    ordered.push(...left.splice(Math.max(0, left.findIndex(isFree)), 1));
  }
  return ordered;
}
