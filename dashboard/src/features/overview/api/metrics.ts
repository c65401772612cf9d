import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Metrics = Schemas['Metrics'];

/** Totals since the organization was made, and the last 30 days in UTC, today last. */
export const metricsQuery = queryOptions({
  queryKey: ['metrics'],
  queryFn: ({ signal }) => dataOf(client.GET('/metrics', { signal })),
  refetchInterval: 15_000,
});
