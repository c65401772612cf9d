/** A transaction on the operator's database. */
import type { Cell } from './table.js';

/** The most that a database may send in one transaction: several times the size of the rows that a call may touch. */
export const MOST_RECEIVED_BYTES = 32_000_000;

export interface Session {
  /** `host:port`, as the credential names the server. Absent when it is not known. */
  readonly address?: string;
  /** The call itself runs in this transaction, and sees no row that its capture has not seen, or fails. */
  readonly isOfCall?: true;
  /** All statements of the transaction see the same snapshot of the database. */
  readonly isOneMoment?: true;
  /**
   * Every value comes as text. `usual`: the text is sent again and again, so the database may keep its plan.
   * `usual, same plan`: its plan is the best for all values, so the database need not look for one for each.
   */
  rows(sql: string, params?: readonly Param[], frequency?: 'usual' | 'usual, same plan'): Promise<Cell[][]>;
  run(sql: string, params?: readonly Param[]): Promise<void>;
}

export type Param = Cell | readonly Cell[];

/** The database's answer to a statement, every value as text. */
export interface Answered {
  readonly command: string;
  readonly rowCount: number | null;
  readonly fields: readonly { readonly name: string; readonly type: number }[];
  readonly rows: readonly (readonly Cell[])[];
}

/** `lock`: as `write`, but nothing is written, and it always ends with ROLLBACK. */
export type Mode = 'read' | 'lock' | 'write';

/**
 * The modes of a performed call: its statement and its capture see one moment, and fail if another client has changed
 * it since.
 */
export type PerformMode = 'perform' | 'look';

/** A connection that serves one transaction. */
export interface Connection extends Session {
  /** Begins a transaction; one that reads sees everything at one moment. */
  begin(mode: Mode): Promise<void>;
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
  /**
   * Closes the connection; every write without a COMMIT is rolled back. It never fails, and does not wait for a server
   * that is gone.
   */
  close(): Promise<void>;
}
