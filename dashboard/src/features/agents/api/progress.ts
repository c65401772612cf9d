import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

const AGAIN_MS = 1_000;

/** Asks for the progress of a session's rollback, while its agent is being undone. */
export const progressQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['agents', 'progress', sessionId],
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/sessions/{id}/rollback', { params: { path: { id: sessionId }, query: { limit: 1 } }, signal }),
      ),
    refetchInterval: AGAIN_MS,
    gcTime: 0,
  });
