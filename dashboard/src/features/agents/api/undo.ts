import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Report = Schemas['AgentRollback'];

export interface Order {
  readonly agentId: string;
  readonly since: string;
  /** Stays the same for each try: the service begins once, and answers with its progress. */
  readonly key: string;
}

const AGAIN_MS = 500;

/**
 * Orders an undo, and follows it: the same key asks again until it is finished, also after an answer that was lost. It
 * has no signal, because the order stays valid after the operator leaves the page.
 */
export const undoQuery = ({ agentId, since, key }: Order) =>
  queryOptions({
    queryKey: ['agents', 'undo', key],
    queryFn: () =>
      dataOf(
        client.POST('/agents/{id}/rollback', {
          params: { path: { id: agentId }, header: { 'Idempotency-Key': key } },
          body: { since },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
