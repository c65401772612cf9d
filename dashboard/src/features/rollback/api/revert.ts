import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type RevertPlan = Schemas['RevertPlan'];

/** Asks for the plan of taking a rollback back. It stays as it was read until the service refuses an order for it. */
export const revertQuery = (sessionId: string, rollbackId: string, enabled = true) =>
  queryOptions({
    queryKey: ['session', sessionId, 'revert', rollbackId],
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/sessions/{id}/rollback/{rollbackId}/revert', {
          params: { path: { id: sessionId, rollbackId } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    enabled,
  });

export interface RevertOrder {
  readonly sessionId: string;
  readonly rollbackId: string;
  readonly planHash: string;
  /** Calls whose conflicts are overwritten. */
  readonly force: readonly string[];
  readonly key: string;
}

/** Takes a rollback back, and answers the report as far as it came within 25 seconds. */
export function orderRevert({ sessionId, rollbackId, planHash, force, key }: RevertOrder) {
  return dataOf(
    client.POST('/sessions/{id}/rollback/{rollbackId}/revert', {
      params: { path: { id: sessionId, rollbackId }, header: { 'Idempotency-Key': key } },
      body: { planHash, ...(force.length > 0 && { force: [...force] }) },
    }),
  );
}
