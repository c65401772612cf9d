import type { JsonObject } from '../../connector.js';

/** The bounds of an answer to a read; a longer one is cut. */
export const MOST_ROWS = 1_000;
const MOST_BYTES = 256 * 1024;

const sizeOf = (row: JsonObject) => Buffer.byteLength(JSON.stringify(row)) + 1;

/** Collects the rows of a read for as long as they fit. */
export class BoundedRows {
  readonly rows: JsonObject[] = [];
  isTruncated = false;
  private bytes = 0;

  /** @returns whether more may follow */
  add(rows: readonly JsonObject[]): boolean {
    for (const row of rows) {
      this.bytes += sizeOf(row);
      if (this.rows.length >= MOST_ROWS || this.bytes > MOST_BYTES - 1_024) {
        this.isTruncated = true;
        return false;
      }
      this.rows.push(row);
    }
    return true;
  }
}
