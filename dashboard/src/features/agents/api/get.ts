import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'one', id],
    queryFn: ({ signal }) => dataOf(client.GET('/agents/{id}', { params: { path: { id } }, signal })),
    refetchInterval: 10_000,
  });
