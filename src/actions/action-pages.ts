const SMALL_CHARACTERS = 500_000;
const LARGE_CHARACTERS = 4_000_000;
const MOST_ROWS = 500;

/** As many as are read at first, whatever their size. */
export const FIRST_PAGE = 16;

/**
 * The rows of a session as JSON, a page at a time: many at once while they are small, and few while they are large.
 * @param first page of `FIRST_PAGE`
 * @param next the rows after a sequence number, so many at most
 */
export async function* pagesFrom<R extends { readonly sequence: number }>(
  first: readonly R[],
  next: (sequence: number, limit: number) => Promise<readonly R[]>,
  toView: (row: R) => unknown,
): AsyncGenerator<readonly string[]> {
  let limit = FIRST_PAGE;
  for (let rows = first; rows.length > 0; ) {
    const texts = rows.map((row) => JSON.stringify(toView(row)));
    yield texts;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    const size = texts.reduce((sum, { length }) => sum + length, 0);
    if (size < SMALL_CHARACTERS) limit = Math.min(MOST_ROWS, limit * 2);
    if (size > LARGE_CHARACTERS) limit = Math.max(1, Math.trunc(limit / 4));
    rows = await next(last.sequence, limit);
  }
}
