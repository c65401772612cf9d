import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** Asks for the distance of the session from its stated intent; it needs the plan TEAM. */
export const driftQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'intent', 'summary'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/intent/summary', { params: { path: { id } }, signal })),
  });
