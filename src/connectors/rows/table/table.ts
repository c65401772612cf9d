/** A table of the operator's database and its contents; types only. Every value is the text of the database. */

export type Cell = string | null;

/** A row by column name. */
export type Row = Readonly<Record<string, Cell>>;

/** The values of the primary key, in its order. */
export type Key = readonly Cell[];

export interface Column {
  readonly name: string;
  /** The id that the column keeps when it is renamed; absent when the database has none. */
  readonly id?: string;
  /** The type as the catalogue writes it, with its modifiers: `numeric(10,2)`. */
  readonly type: string;
  /** Computed from others: never written. */
  readonly generated: boolean;
  /** The database changes it with every change of its row, unless it is set. */
  readonly touched?: boolean;
}

/** A foreign key of another table, or of this one, that points here. */
export interface Reference {
  readonly schema: string;
  readonly name: string;
  /** Pairs of referencing and referenced column. */
  readonly columns: readonly (readonly [string, string])[];
  /** Deleting, or changing the referenced columns, changes the referencing rows. */
  readonly changesOnDelete: boolean;
  readonly changesOnUpdate: boolean;
}

/** `unseen`: the credential may not see triggers. */
export type Triggers = 'none' | 'some' | 'unseen';

export interface Table<C extends Column = Column> {
  /** The id by which the database itself identifies the table; absent when it has none. */
  readonly id?: string;
  readonly schema: string;
  readonly name: string;
  /** The time zone in which the agent's session reads a timestamp without one, if it is compared in another zone. */
  readonly zone?: string;
  readonly columns: readonly C[];
  readonly key: readonly C[];
  readonly triggers: Triggers;
  readonly references: readonly Reference[];
}
