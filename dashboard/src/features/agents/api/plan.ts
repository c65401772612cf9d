import { infiniteQueryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Plan = Schemas['AgentRollbackPlan'];
export type Effect = Plan['effects'][number];

const PAGE = 200;

/**
 * Asks for the plan that undoes an agent's changes since a chosen time, in its order. It is asked for again only when
 * the operator asks.
 */
export const planQuery = (agentId: string, since: string) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'plan', agentId, since],
    queryFn: ({ signal, pageParam: after }) =>
      dataOf(
        client.GET('/agents/{id}/rollback', {
          params: { path: { id: agentId }, query: { since, after, limit: PAGE } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, { effects }) => sum + effects.length, 0);
      return last.effects.length > 0 && seen < last.total ? seen : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
