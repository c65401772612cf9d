/** What the undo of one call replaced in tables, as it is kept. */
import { Captured } from '../../captured.js';
import type { JsonObject, Kept } from '../../connector.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Row } from '../table/table.js';

export interface KeptRow {
  /** As the undo met it; null: there was none. */
  readonly before: Row | null;
  /** As the transaction of the undo left it; null: it was gone. */
  readonly after: Row | null;
  /** The columns that the undo wrote; of a row that it inserted or deleted, all. */
  readonly columns: readonly string[];
}

/** One table, as a snapshot names it. */
export interface KeptTable
  extends Pick<Snapshot, 'place' | 'server' | 'schema' | 'name' | 'key' | 'columns' | 'visible' | 'triggers'> {
  readonly rows: readonly KeptRow[];
  /** Where a row was written more than once: what each write met of rows that were there, the first write first. */
  readonly passes?: readonly (readonly Row[])[];
}

export interface Content {
  readonly tables: readonly KeptTable[];
}

/** Of the writes of one transaction. Null: this connector did not keep it. */
export function contentOf(kept: Kept): Captured<Content> | null {
  const [content] = Captured.replaced(kept);
  return content?.as(readContent) ?? null;
}

function readContent(content: JsonObject): Content | null {
  return Array.isArray(content.tables) ? (content as unknown as Content) : null;
}
