import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** Whose session it is. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'summary'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/dirty', { params: { path: { id } }, signal })),
  });
