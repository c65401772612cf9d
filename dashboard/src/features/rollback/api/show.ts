import { infiniteQueryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Plan = Schemas['RollbackPlan'];
export type Report = Schemas['RollbackReport'];
export type Part = Plan | Report;

const PAGE = 200;
const LOOK_AGAIN_MS = 700;

export const lengthOf = (part: Part) => ('plan' in part ? part.plan.length : part.results.length);

/**
 * Asks for the plan, the progress or the report, whichever exists, in parts. The operator's view stays the same until
 * the service says that it changed; only the progress is refreshed.
 */
export const rollbackQuery = (sessionId: string, fromActionId: string | null, isOrdered: boolean) =>
  infiniteQueryOptions({
    queryKey: ['session', sessionId, 'rollback', fromActionId],
    queryFn: ({ signal, pageParam: after }) =>
      dataOf(
        client.GET('/sessions/{id}/rollback', {
          params: {
            path: { id: sessionId },
            query: { after, limit: PAGE, ...(fromActionId !== null && { fromActionId }) },
          },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, _, after) => (lengthOf(last) === PAGE ? after + PAGE : undefined),
    refetchInterval: ({ state }) => (isOrdered || state.data?.pages[0]?.state === 'running' ? LOOK_AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
