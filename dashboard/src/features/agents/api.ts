import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, client, dataOf, nextCursor } from '../../api/client';
import { wholeList } from '../../api/whole-list';
import type { Schemas } from '../../api/wire';

/**
 * Changes an agent; members that are left out stay the same. A pause holds from its answer on, and rejects the pending
 * approvals.
 */
export const changeAgent = (id: string, body: Schemas['ChangeAgentBody']) =>
  dataOf(client.PUT('/agents/{id}', { params: { path: { id } }, body }));

export interface Dirty {
  readonly sessions: readonly Schemas['DirtySession'][];
  /** True if there are more than these. */
  readonly isCut: boolean;
}

/** The newest sessions that an operator should look at, of all agents; the plan PRO. */
export const dirtyQuery = queryOptions({
  queryKey: ['agents', 'dirty'],
  queryFn: async ({ signal }): Promise<Dirty> => {
    const { data, response } = await answerOf(
      client.GET('/sessions/dirty', { params: { query: { limit: 200 } }, signal }),
    );
    return { sessions: data, isCut: nextCursor(response) !== null };
  },
  refetchInterval: 10_000,
});

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'one', id],
    queryFn: ({ signal }) => dataOf(client.GET('/agents/{id}', { params: { path: { id } }, signal })),
    refetchInterval: 10_000,
  });

/** Simulated sessions are learned from apart. */
const LOOKED_AT = 25;

/** The level that the agent's newest live session is judged by; null where there is none among its last 25. The plan TEAM. */
export const levelQuery = (agent: string) =>
  queryOptions({
    queryKey: ['agents', 'level', agent],
    queryFn: async ({ signal }) => {
      const query = { agentId: agent, limit: LOOKED_AT };
      const sessions = await dataOf(client.GET('/sessions', { params: { query }, cache: 'no-store', signal }));
      const newest = sessions.find(({ simulated }) => !simulated);
      if (!newest) return null;
      const path = { id: newest.id };
      return (await dataOf(client.GET('/sessions/{id}/intent', { params: { path }, signal }))).level;
    },
    staleTime: 10_000,
  });

export type Agent = Schemas['Agent'];

/** Agents that were registered or seen in a session, newest first. Another operator may pause one at any time. */
export const agentsQuery = queryOptions({
  queryKey: ['agents', 'list'],
  queryFn: ({ signal }) => wholeList<Agent>((query) => client.GET('/agents', { params: { query }, signal })),
  refetchInterval: 10_000,
});

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

const PROGRESS_AGAIN_MS = 1_000;

/** Asks for the progress of a session's rollback, while its agent is being undone. */
export const progressQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['agents', 'progress', sessionId],
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/sessions/{id}/rollback', { params: { path: { id: sessionId }, query: { limit: 1 } }, signal }),
      ),
    refetchInterval: PROGRESS_AGAIN_MS,
    gcTime: 0,
  });

export const registerAgent = (body: Schemas['RegisterAgentBody'], key: string) =>
  dataOf(client.POST('/agents', { params: { header: { 'Idempotency-Key': key } }, body }));

export const removeAgent = (id: string) => dataOf(client.DELETE('/agents/{id}', { params: { path: { id } } }));

export type Session = Schemas['Session'];

const SHOWN = 25;

/** Asks for the newest sessions of an agent. */
export const sessionsQuery = (agent: string) =>
  queryOptions({
    queryKey: ['agents', 'sessions', agent],
    queryFn: async ({ signal }) => {
      const { data, response } = await answerOf(
        client.GET('/sessions', { params: { query: { agentId: agent, limit: SHOWN } }, cache: 'no-store', signal }),
      );
      return { sessions: data, hasMore: nextCursor(response) !== null };
    },
    refetchInterval: 5_000,
  });

export type Report = Schemas['AgentRollback'];

export interface Order {
  readonly agentId: string;
  readonly since: string;
  /** Stays the same for each try: the service begins once, and answers with its progress. */
  readonly key: string;
}

const UNDO_AGAIN_MS = 500;

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
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? UNDO_AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
