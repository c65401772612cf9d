import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Health = Schemas['ConnectorHealth'];

/**
 * Asks whether each connector reaches its provider; the service asks a provider once a minute at most. It needs the
 * plan PRO.
 */
export const healthQuery = queryOptions({
  queryKey: ['connectors', 'health'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/connectors/health', { signal })),
  staleTime: 30_000,
  refetchInterval: 60_000,
});
