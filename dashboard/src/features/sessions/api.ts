import { queryOptions } from '@tanstack/react-query';
import { answerOf, client, dataOf, nextCursor } from '../../api/client';
import type { Schemas } from '../../api/wire';

export type Action = Schemas['Action'];

const ACTIONS_PAGE = 200;

export interface ActionPage {
  readonly actions: readonly Action[];
  readonly hasNext: boolean;
}

export const actionsKey = (sessionId: string) => ['session', sessionId, 'actions'];

/** Actions have numbers without gaps, so each page has a place of its own. @param page from 0 */
export const actionsQuery = (sessionId: string, page: number) =>
  queryOptions({
    queryKey: [...actionsKey(sessionId), page],
    queryFn: async ({ signal }): Promise<ActionPage> => {
      const { data, response } = await answerOf(
        client.GET('/sessions/{id}/actions', {
          params: { path: { id: sessionId }, query: { cursor: page * ACTIONS_PAGE, limit: ACTIONS_PAGE } },
          signal,
        }),
      );
      return { actions: data, hasNext: nextCursor(response) !== null };
    },
    // The session says when to look again.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The agents to filter by. */
export const agentNamesQuery = queryOptions({
  queryKey: ['agents', 'names'],
  queryFn: async ({ signal }) => {
    const agents = await dataOf(client.GET('/agents', { params: { query: { limit: 200 } }, signal }));
    return agents.map(({ slug }) => slug);
  },
  staleTime: 60_000,
});

/** Completes a session: nothing new may start in it from then on. */
export const completeSession = (id: string) =>
  dataOf(client.PATCH('/sessions/{id}', { params: { path: { id } }, body: { status: 'COMPLETED' } }));

/** Marks a session; the level of the agent follows immediately. */
export const markSession = (id: string, mark: 'fine' | 'drift') =>
  dataOf(client.POST('/sessions/{id}/intent/feedback', { params: { path: { id } }, body: { mark } }));

export type Intent = Schemas['SessionIntent'];

/** Asks whether a session keeps to its intent, action by action; it needs the plan TEAM. */
export const intentQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'intent'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/intent', { params: { path: { id } }, signal })),
    staleTime: 3_000,
  });

/** The newest rollback of a session, without its results. */
export const latestRollbackQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session', sessionId, 'latest-rollback'],
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/sessions/{id}/rollback', { params: { path: { id: sessionId }, query: { limit: 1 } }, signal }),
      ),
  });

export type Session = Schemas['ListedSession'];

export const PAGE = 50;
const WAIT_SECONDS = 25;
/** A page of a text search may be short, or empty, while more follows. */
const PAGES_OF_A_SEARCH = 8;

export interface SessionPage {
  readonly sessions: readonly Session[];
  readonly etag: string | null;
  readonly next: string | null;
  /** A search for a text has looked at the sessions that were opened then or later. */
  readonly searchedTo: string | null;
}

export interface SessionQuery {
  readonly agentId?: string;
  readonly status?: Session['displayStatus'];
  readonly dirty?: boolean;
  readonly blocked?: true;
  readonly drift?: 'ALIGNED' | 'REVIEW' | 'DRIFTED' | 'INSUFFICIENT_EVIDENCE';
  readonly connector?: string;
  readonly target?: string;
  readonly onBehalfOf?: string;
  readonly label?: string;
  readonly toolCallId?: string;
  readonly traceId?: string;
  readonly since?: string;
  readonly until?: string;
  readonly text?: string;
  readonly cursor?: string;
}

/** A page as it is now or, with the tag of the page that is known, as soon as it differs; null: it does not. */
export async function listSessions(
  query: SessionQuery,
  signal: AbortSignal,
  known: string | null = null,
  limit: number = PAGE,
): Promise<SessionPage | null> {
  const asked = client.GET('/sessions', {
    params: {
      query: { ...query, limit, ...(known && { wait: WAIT_SECONDS }) },
      header: known ? { 'If-None-Match': known } : {},
    },
    cache: 'no-store',
    signal,
  });
  if ((await asked).response.status === 304) return null;
  const { data, response } = await answerOf(asked);
  const searchedTo = response.headers.get('searched-to');
  return { sessions: data, etag: response.headers.get('etag'), next: nextCursor(response), searchedTo };
}

/** Pages until there is something to show, or a good part was looked through. */
export async function searchSessions(query: SessionQuery, signal: AbortSignal): Promise<SessionPage | null> {
  const sessions: Session[] = [];
  let cursor = query.cursor;
  let searchedTo: string | null = null;
  for (let pages = 0; pages < PAGES_OF_A_SEARCH; pages++) {
    const page = await listSessions({ ...query, ...(cursor && { cursor }) }, signal);
    sessions.push(...(page?.sessions ?? []));
    searchedTo = page?.searchedTo ?? searchedTo;
    cursor = page?.next ?? undefined;
    if (!cursor || sessions.length >= PAGE) break;
  }
  return { sessions, etag: null, next: cursor ?? null, searchedTo };
}

/** The session goes for good, with its actions, snapshots, approvals and rollbacks; the plan PRO. */
export const purgeSession = (id: string) => dataOf(client.DELETE('/sessions/{id}/purge', { params: { path: { id } } }));

export type SettledAs = NonNullable<Action['settledAs']>;

/** Records a person's statement about the outcome of an effect that no connector can check. It is made once. */
export const settleAction = ({ sessionId, id }: Action, as: SettledAs, note: string, key: string) =>
  dataOf(
    client.POST('/sessions/{id}/actions/{actionId}/settle', {
      params: { path: { id: sessionId, actionId: id }, header: { 'Idempotency-Key': key } },
      body: { as, note },
    }),
  );
