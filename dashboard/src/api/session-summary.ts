import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from './client';
import type { Schemas } from './wire';

export type Summary = Schemas['DirtySession'];

/** Asks for a session and the reasons why it needs attention, without its actions. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'summary'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/dirty', { params: { path: { id } }, signal })),
  });
