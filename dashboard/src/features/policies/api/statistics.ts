import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Statistics = Schemas['PolicyStatistics'];

/** Asks for the outcomes of the calls that a policy matched in the last days, today included. */
export const statisticsQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['policies', 'statistics', id, days],
    queryFn: ({ signal }) =>
      dataOf(client.GET('/policies/{id}/statistics', { params: { path: { id }, query: { days } }, signal })),
    staleTime: 30_000,
  });
