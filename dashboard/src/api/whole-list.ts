import { answerOf, nextCursor } from './client';

const PAGE = 200;
const PAGES_AT_MOST = 5;

interface PageOf {
  readonly limit: number;
  readonly cursor?: string;
}

export interface WholeList<T> {
  readonly rows: readonly T[];
  /** True if the list is longer than this function reads; the oldest rows are missing. */
  readonly isCut: boolean;
}

/** Reads a list that a page filters by itself, because its route does not: the newest 1 000. */
export async function wholeList<T>(ask: (query: PageOf) => Parameters<typeof answerOf<T[]>>[0]): Promise<WholeList<T>> {
  const rows: T[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_AT_MOST; pages++) {
    const { data, response }: { data: T[]; response: Response } = await answerOf(
      ask({ limit: PAGE, ...(cursor && { cursor }) }),
    );
    rows.push(...data);
    cursor = nextCursor(response);
    if (!cursor) break;
  }
  return { rows, isCut: cursor !== null };
}
