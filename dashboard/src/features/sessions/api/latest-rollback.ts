import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** The newest rollback of a session, without its results. */
export const latestRollbackQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session', sessionId, 'latest-rollback'],
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/sessions/{id}/rollback', { params: { path: { id: sessionId }, query: { limit: 1 } }, signal }),
      ),
  });
