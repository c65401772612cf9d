/** The rows that the undo of one call replaced in tables, in their stored form. */
import { Captured } from '../../captured.js';
import type { JsonObject, Kept } from '../../connector.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Row } from '../table/table.js';

export interface KeptRow {
  /** The row that the undo found; null when there was none. */
  readonly before: Row | null;
  /** The row that the transaction of the undo left; null when it was gone. */
  readonly after: Row | null;
  /** The columns that the undo wrote; of a row that it inserted or deleted, all. */
  readonly columns: readonly string[];
}

/** A table, as a snapshot names it. */
export interface KeptTable
  extends Pick<Snapshot, 'place' | 'server' | 'schema' | 'name' | 'key' | 'columns' | 'visible' | 'triggers'> {
  readonly rows: readonly KeptRow[];
  /** When a row was written more than once, the existing rows that each write found, the first write first. */
  readonly passes?: readonly (readonly Row[])[];
}

export interface Content {
  readonly tables: readonly KeptTable[];
}

/** The content of the writes of one transaction. Null when another connector stored it. */
export function contentOf(kept: Kept): Captured<Content> | null {
  const [content] = Captured.replaced(kept);
  return content?.as(readContent) ?? null;
}

function readContent(content: JsonObject): Content | null {
  return Array.isArray(content.tables) ? (content as unknown as Content) : null;
}
