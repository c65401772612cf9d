import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** The agents to filter by. */
export const agentNamesQuery = queryOptions({
  queryKey: ['agents', 'names'],
  queryFn: async ({ signal }) => {
    const agents = await dataOf(client.GET('/agents', { params: { query: { limit: 200 } }, signal }));
    return agents.map(({ slug }) => slug);
  },
  staleTime: 60_000,
});
