import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { pagedOf } from '../../../api/paged';
import type { Schemas } from '../../../api/wire';

export type AuditEntry = Schemas['AuditEntry'];

/** Entries, newest first, page after page. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    pagedOf(client.GET('/audit-logs', { params: { query: { limit: 100, cursor: pageParam } }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});
