import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { answerOf, client, nextCursor } from '../../../api/client';
import type { Schemas } from '../../../api/wire';
import type { toQuery } from '../filters';

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
