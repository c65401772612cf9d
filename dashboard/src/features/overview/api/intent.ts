import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Intent = Schemas['OrganizationIntent'];

/** Asks how the sessions of the last 30 days kept to their intents; it needs the plan TEAM. */
export const intentQuery = queryOptions({
  queryKey: ['intent'],
  queryFn: ({ signal }) => dataOf(client.GET('/sessions/intent/summary', { signal })),
  refetchInterval: 15_000,
});
