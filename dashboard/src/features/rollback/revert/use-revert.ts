import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { newKey } from '../../../api/idempotency';
import { Unreachable } from '../../../api/problem';
import { useDefer, useIsDeferred } from '../../../deferred/use-deferred';
import type { By } from '../../../ui/decide-button';
import { orderRevert, type RevertOrder, revertQuery } from '../api';

/** An order whose answer was lost is sent again under its key, which begins nothing twice. */
const TRIES = 30;

/** The plan of taking a rollback back, and the way to order it. @param rollbackId null: nothing is asked */
export function useRevert(sessionId: string, rollbackId: string | null, done: () => void) {
  const queryClient = useQueryClient();
  const plan = useQuery(revertQuery(sessionId, rollbackId ?? '', rollbackId !== null));
  const order = useMutation({
    mutationFn: (one: RevertOrder) => orderRevert(one),
    retry: (failures, error) => error instanceof Unreachable && failures < TRIES,
    retryDelay: 1_000,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['session', sessionId] }),
  });
  const path = `/sessions/${sessionId}/rollback`;
  const defer = useDefer();
  const isOrdered = useIsDeferred(path) || order.isPending;
  const start = (label: string, force: readonly string[], by: By) => {
    if (!plan.data || rollbackId === null || isOrdered) return;
    const wanted = { sessionId, rollbackId, planHash: plan.data.hash, force, key: newKey() };
    if (by === 'pointer') order.mutate(wanted, { onSuccess: done });
    else defer({ label, path, send: () => order.mutateAsync(wanted).then(done) });
  };
  return { plan, order, isOrdered, start };
}
