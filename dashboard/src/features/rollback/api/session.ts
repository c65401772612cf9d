import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** Asks for the session's agent and state. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'summary'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/dirty', { params: { path: { id } }, signal })),
  });
