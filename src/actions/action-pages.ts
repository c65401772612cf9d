import type { Pages } from '../platform/http/answers/stream-json.js';

/** The number of rows of the first read. */
export const FIRST_PAGE = 16;
const MOST_ROWS = 500;
/** A page ends with the row that reaches this size, in bytes of JSON: so much is in memory, however large a session is. */
export const PAGE_BYTES = 500_000;

/**
 * The rows of a session as JSON, a page at a time: many at once while they are small, and few while they are large.
 * @param first page, of `FIRST_PAGE` rows and `PAGE_BYTES` at most
 * @param next the rows after a sequence number, so many and `PAGE_BYTES` at most
 * @param end the last sequence number to read
 */
export function pagesFrom<R extends { readonly sequence: number }>(
  first: readonly R[],
  next: (sequence: number, limit: number) => Promise<readonly R[]>,
  toView: (row: R) => unknown,
  end: number,
): Pages {
  const render = (rows: readonly R[]) => rows.map((row) => JSON.stringify(toView(row)));
  const texts = render(first);
  const size = texts.reduce((sum, { length }) => sum + length, 0);
  const last = first.at(-1)?.sequence ?? end;
  const hasMore = last < end;
  async function* all(): AsyncGenerator<readonly string[]> {
    yield texts;
    let [after, limit] = [last, nextLimit(first.length, FIRST_PAGE)];
    while (after < end) {
      const rows = await next(after, limit);
      if (rows.length === 0) return;
      yield render(rows);
      after = rows.at(-1)?.sequence ?? end;
      limit = nextLimit(rows.length, limit);
    }
  }
  return { texts: all(), charactersAtOnce: hasMore ? Math.max(size, PAGE_BYTES) : size };
}

/** After a page that its bytes ended, the next page has the same number of rows. */
const nextLimit = (read: number, limit: number) => (read < limit ? Math.max(1, read) : Math.min(MOST_ROWS, limit * 2));
