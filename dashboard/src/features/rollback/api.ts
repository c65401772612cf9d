import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import type { Schemas } from '../../api/wire';

/** An action and every later one, or the calls of one tool call; null: the whole session, or one action. */
export type SessionPart = { readonly fromActionId: string } | { readonly toolCallId: string } | null;

export interface Order {
  readonly sessionId: string;
  /** The one action to undo; null otherwise. */
  readonly actionId: string | null;
  readonly part: SessionPart;
  /** The hash of the plan that the operator read. */
  readonly planHash: string;
  /** Calls whose conflicts are overwritten; those of the others are kept. */
  readonly force: readonly string[];
  /** Calls whose added amount is subtracted from the present value. */
  readonly subtract: readonly string[];
  /** Stays the same for each try of one order, so that the rollback begins once. */
  readonly key: string;
}

/** Starts a rollback, and answers its report as far as it came within 25 seconds. */
export function orderRollback({ sessionId, actionId, part, planHash, force, subtract, key }: Order) {
  const body = {
    planHash,
    ...(force.length > 0 && { force: [...force] }),
    ...(subtract.length > 0 && { subtract: [...subtract] }),
  };
  const ofSession = { ...body, ...part };
  const header = { 'Idempotency-Key': key };
  return dataOf(
    actionId === null
      ? client.POST('/sessions/{id}/rollback', { params: { path: { id: sessionId }, header }, body: ofSession })
      : client.POST('/sessions/{id}/actions/{actionId}/rollback', {
          params: { path: { id: sessionId, actionId }, header },
          body,
        }),
  );
}

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
export const rollbackQuery = (sessionId: string, part: SessionPart, isOrdered: boolean) =>
  infiniteQueryOptions({
    queryKey: ['session', sessionId, 'rollback', part],
    queryFn: ({ signal, pageParam: after }) =>
      dataOf(
        client.GET('/sessions/{id}/rollback', {
          params: {
            path: { id: sessionId },
            query: { after, limit: PAGE, ...part },
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
