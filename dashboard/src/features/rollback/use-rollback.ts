import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { isProblem, Unreachable } from '../../api/problem';
import { type Order, orderRollback, rollbackQuery, type SessionPart } from './api';
import { joined, type Shown } from './shown';

/** An order whose answer was lost is sent again under its key, which begins nothing twice. */
const TRIES = 30;

/** Returns the state of a session's rollback, and the function that orders one. */
export function useRollback(sessionId: string, part: SessionPart) {
  const queryClient = useQueryClient();
  /** The plan or report that the operator had read when the service refused the order as outdated. */
  const [outdated, setOutdated] = useState<Shown | null>(null);
  const order = useMutation({
    mutationFn: (one: Order) => orderRollback(one),
    retry: (failures, error) => error instanceof Unreachable && failures < TRIES,
    retryDelay: 1_000,
    onMutate: (): { readonly read: Shown | null } => {
      setOutdated(null);
      return { read: shown };
    },
    onError: (error, _, context) => {
      if (isProblem(error, 'plan-changed')) setOutdated(context?.read ?? null);
    },
    // The session, its actions and this rollback: all of it is different now.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['session', sessionId] }),
  });
  const query = useInfiniteQuery(rollbackQuery(sessionId, part, order.isPending));
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const isRunning = data?.pages[0]?.state === 'running';
  const shown: Shown | null = useMemo(() => (data ? joined(data.pages) : null), [data]);

  // All of a plan has to be there before it can be ordered; of one that runs, the first part is enough.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isRunning && !order.isPending) void fetchNextPage();
  }, [hasNextPage, isFetching, isRunning, order.isPending, fetchNextPage]);
  useEffect(() => {
    if (data && !shown && !isFetching) void refetch();
  }, [data, shown, isFetching, refetch]);

  return { query, shown, order, outdated, isComplete: !hasNextPage && !isFetching };
}
