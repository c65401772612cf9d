import { answerOf, client, nextCursor } from '../../../api/client';
import { type Approval, withDeadline } from '../approval';
import type { toQuery } from '../filters';

export const PAGE = 200;
const WAIT_SECONDS = 25;

export interface List {
  readonly approvals: readonly Approval[];
  readonly etag: string | null;
  readonly next: string | null;
}

/** The list as it is now, or, with the tag of the list that is known, as soon as it differs; null: it does not. */
export async function listApprovals(
  query: ReturnType<typeof toQuery>,
  signal: AbortSignal,
  known: string | null = null,
): Promise<List | null> {
  const asked = client.GET('/approvals', {
    params: {
      query: { ...query, limit: PAGE, ...(known && { wait: WAIT_SECONDS }) },
      header: known ? { 'If-None-Match': known } : {},
    },
    cache: 'no-store',
    signal,
  });
  const { response: first } = await asked;
  if (first.status === 304) return null;
  const { data, response } = await answerOf(asked);
  return { approvals: data.map(withDeadline), etag: response.headers.get('etag'), next: nextCursor(response) };
}
