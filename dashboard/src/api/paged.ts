import { answerOf, nextCursor } from './client';

/** A page of a list, newest first. */
export interface Paged<T> {
  readonly rows: readonly T[];
  /** The cursor of the page that follows; null after the last one. */
  readonly next: string | null;
}

export async function pagedOf<T>(asked: Parameters<typeof answerOf<T[]>>[0]): Promise<Paged<T>> {
  const { data, response } = await answerOf(asked);
  return { rows: data, next: nextCursor(response) };
}

export const isEmptyPage = ({ rows }: Paged<unknown>) => rows.length === 0;
