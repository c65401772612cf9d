/** An ability of a subject that a scenario needs. */
export type Need =
  | 'remove'
  | 'absent'
  | 'removeMade'
  | 'add'
  | 'change'
  | 'setOther'
  | 'drop'
  | 'isBlind'
  | 'changeShown'
  | 'performs';

/** A test by the start of its title, or why there is none. */
export type Cell =
  | { readonly proved: readonly [file: string, title: string] }
  | { readonly na: string; readonly shownBy?: readonly [file: string, title: string] };

export interface SubjectCells {
  /** The suite in which its scenarios run. */
  readonly suite: string;
  /** The reasons why scenarios do not apply to it: each reads after "for". */
  readonly lacks?: Readonly<Partial<Record<Need, string>>>;
  /** Columns that no scenario of all connectors fills. */
  readonly more: Readonly<Record<string, Cell>>;
}

/** Columns of the page that scenarios of all connectors fill, each with their titles. */
export const COLUMNS: Readonly<Record<string, readonly string[]>>;
/** Columns that each connector fills by itself. */
export const MORE: readonly string[];
export const SUBJECTS: Readonly<Record<string, SubjectCells>>;
