/**
 * The interface between the engine and a database; types only. A dialect decides nothing: it reads, writes and
 * translates.
 */
import type { Captured } from '../captured.js';
import type { AgentConnection, Json, JsonObject, OpenTransport, SessionSettings } from '../connector.js';
import type { Condition, TableName } from './call/payload.js';
import type { KeyProof } from './capture/snapshot.js';
import type { NameLabel } from './table/names.js';
import type { Connection, Session } from './table/session.js';
import type { Cell, Column, Key, Reference, Row, Table } from './table/table.js';
import type { Address, ErrorTable } from './table/trouble.js';

/** A value that, by a payload or a response, a column holds. */
export interface Claimed {
  /** The text that the column would write, as far as it is known. */
  readonly text: Cell;
  /** True when the column certainly writes it as `text`. A row can only be looked for by such a key. */
  readonly isExact: boolean;
  /** True when this text of the column has the same meaning as the value. */
  fits(now: Cell): boolean;
}

/** The claims by column; a value that its column could not hold, and an unknown one, are left out. */
export type Claim = ReadonlyMap<string, Claimed>;

/** The connection of the credential, in the form in which an agent's client reports its own. */
export type OwnConnection = Omit<AgentConnection, 'table'>;

/** `zone` of the table; absent for the server's default. */
export type WantedTable = TableName & Pick<Table, 'zone'>;

export interface Size {
  readonly rows: number;
  readonly bytes: number;
}

export interface Matching {
  readonly count: number;
  readonly bytes: number;
  readonly rows: Row[];
}

export interface Dialect<C extends Column = Column, A extends Address = Address> {
  readonly label: NameLabel;
  readonly errors: ErrorTable;
  /** The plural name of the keys that the database generates and never reuses. */
  readonly usedNumbers: string;

  /** @throws TargetError */
  parseTarget(connectionString: string | undefined): A;
  readonly transport: OpenTransport<Connection>;

  /**
   * Reads at once what the following questions ask about the server, the connection and this table, where the database
   * answers that in one round trip.
   */
  survey?(session: Session, wanted: TableName): Promise<void>;
  /**
   * Finds a table in the catalogue of the database; statements name only tables that were found there.
   * @throws NotCapturable when there is none, or none whose rows can be identified and changed in a transaction
   */
  resolveTable(session: Session, wanted: WantedTable): Promise<Table<C>>;
  /** @param reported the client's report of its own connection, which alone decides what is to be compared */
  connectionOf(session: Session, reported: AgentConnection): Promise<OwnConnection>;
  /** The schemas in which a table has this name, as far as the credential may look into them. */
  namesakes(session: Session, name: string): Promise<readonly string[]>;
  /** True when a session with the settings `reported` reads the value of this column in another way than one with `own`. */
  isReadDifferently(column: C, value: Json, own: SessionSettings, reported: SessionSettings): boolean;
  /** The mark that distinguishes the running server from every copy of its files. */
  serverOf(session: Session): Promise<string>;
  /** The time at which it was started, in seconds of its own clock, if `serverOf` may be the same for a copy. */
  begunAt?(session: Session): Promise<number>;
  /** True when the server takes no writes: a change that an agent makes elsewhere arrives there later, or never. */
  isReplica(session: Session): Promise<boolean>;
  /**
   * The mark that distinguishes the table from one of the same name elsewhere: behind another credential, on another
   * server.
   */
  placeOf(session: Session, table: Table<C>): Promise<string>;
  /**
   * The number of matching rows, the bytes that the first of them hold, and the rows in the order of the key, or none
   * where that is more than `most`.
   * @throws NotCapturable
   */
  matching(session: Session, table: Table<C>, match: readonly Condition[], most: Size): Promise<Matching>;
  /**
   * The rows in the order of `keys`; null for a missing one. With `lock` they are read as they are now, and locked
   * until the end of the transaction.
   */
  read(session: Session, table: Table<C>, keys: readonly Key[], lock: boolean): Promise<(Row | null)[]>;
  /**
   * The rows among these at which rows of the reference point. `captured`: as this transaction sees them; a pointing
   * row that is among these does not count. `now`: as they are now; only a row that points at itself does not count.
   */
  referencedRows(
    session: Session,
    table: Table<C>,
    reference: Reference,
    keys: readonly Key[],
    when: 'captured' | 'now',
  ): Promise<ReadonlySet<number>>;
  /** The columns whose values are keys of other rows, so that the call has not chosen them. */
  foreign(session: Session, table: Table<C>): Promise<ReadonlySet<string>>;
  /**
   * The transactions of other clients that write to the table, or wait to, as far as the database shows them: their
   * changes cannot be read yet.
   */
  writers(session: Session, table: Table<C>): Promise<readonly string[]>;
  /** The transactions that this one sees, if a row can be compared with them later. */
  visible(session: Session): Promise<string | undefined>;
  /** The rows among these that a transaction outside the visible ones certainly wrote. */
  youngerThan(session: Session, table: Table<C>, keys: readonly Key[], visible: string): Promise<ReadonlySet<number>>;

  /**
   * The rows among these, not locked yet, that a statement changed which had met them: an upsert of a row that another
   * client had inserted. Absent where the number of rows in the answer says so.
   */
  updatedByUpsert?(session: Session, table: Table<C>, keys: readonly Key[]): Promise<ReadonlySet<number>>;

  /** True when a value of a payload leaves the column of the key to the database; undefined stands for no value. */
  isLeftOut(column: C, value: Json | undefined): boolean;
  /**
   * The proof that will distinguish keys that the database gives from existing ones.
   * @throws NotCapturable when there is none
   */
  proofOfGenerated(session: Session, table: Table<C>, generated: readonly C[]): Promise<KeyProof>;

  /** The texts that the database fills into these columns by itself; a column is left out when that is not known. */
  defaults(session: Session, table: Table<C>, columns: readonly C[]): Promise<Row>;

  /** The columns to which the database gives another value in each new row: a moment, a number, a random text. */
  drawn(session: Session, table: Table<C>): Promise<ReadonlySet<string>>;

  /** Whole rows, also such as point at each other; never instead of a row that is there. */
  insert(session: Session, table: Table<C>, rows: readonly Captured<Row>[]): Promise<void>;
  /** Sets the same columns of rows, found by their keys, each to its own values. */
  update(session: Session, table: Table<C>, columns: readonly C[], rows: readonly Captured<Row>[]): Promise<void>;
  remove(session: Session, table: Table<C>, rows: readonly Row[]): Promise<void>;
  /** Makes the database defer its checks to COMMIT, as far as it can. */
  deferConstraints(session: Session): Promise<void>;
  /** Runs work that leaves nothing if the database refuses it, and after which the transaction continues. */
  guarded(session: Session, work: () => Promise<void>): Promise<void>;
  /** Makes the database run its deferred checks now. */
  checkConstraints(session: Session): Promise<void>;

  /** Converts values that a payload or a response states into the texts that the database would show for them. */
  claims(session: Session, columns: readonly C[], objects: readonly JsonObject[]): Promise<Claim[]>;
  /** Equal for texts of the column that say the same, such as json with other spaces. */
  meaning(column: C, text: string): string;
  /** Stored texts as this session writes them; undefined when the column could no longer hold them. */
  rewritten(
    session: Session,
    columns: readonly C[],
    rows: readonly (readonly Cell[])[],
  ): Promise<(Cell | undefined)[][]>;
}
