import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Summary = Schemas['DirtySession'];

/** What a session is, and why an operator should look at it, without its actions. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'summary'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/dirty', { params: { path: { id } }, signal })),
  });
