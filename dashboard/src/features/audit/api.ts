import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, client, dataOf, nextCursor } from '../../api/client';
import type { Schemas } from '../../api/wire';
import type { toQuery } from './filters';

/** The call that an entry is about, as a sentence; the log itself holds no arguments. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'approval', id],
    queryFn: ({ signal }) => dataOf(client.GET('/approvals/{id}', { params: { path: { id } }, signal })),
    retry: false,
  });

export type AuditEntry = Schemas['AuditEntry'];

/** Entries that fit, newest first, page after page. */
export const auditQuery = (query: ReturnType<typeof toQuery>) =>
  infiniteQueryOptions({
    queryKey: ['audit', query],
    queryFn: async ({ pageParam, signal }) => {
      const { data, response } = await answerOf(
        client.GET('/audit-logs', { params: { query: { ...query, limit: 100, cursor: pageParam } }, signal }),
      );
      return { rows: data, next: nextCursor(response), searchedTo: response.headers.get('searched-to') };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/**
 * Reads every answer of the log as the service wrote it, newest entries first: the verification checks exactly the sent
 * bytes.
 */
export async function* readAll(signal: AbortSignal): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const asked = client.GET('/audit-logs', { params: { query: { limit: 200, cursor } }, parseAs: 'text', signal });
    const { data, response } = await answerOf(
      asked.then(({ data: text, ...rest }) => ({ ...rest, ...(text !== undefined && { data: { data: text } }) })),
    );
    yield data;
    cursor = nextCursor(response) ?? undefined;
  } while (cursor);
}
