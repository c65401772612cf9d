import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, dataOf } from './client';
import type { Plan } from './wire';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => dataOf(client.GET('/me', { signal })),
  staleTime: 60_000,
});

/** Returns the operator, their organization and its usage; pages below the shell always have it. */
export const useMe = () => useQuery(meQuery);

const ORDER: readonly Plan[] = ['FREE', 'PRO', 'TEAM'];

/** Tells whether a plan includes another one. */
export const includes = (plan: Plan, needed: Plan = 'FREE') => ORDER.indexOf(plan) >= ORDER.indexOf(needed);
