import { queryOptions } from '@tanstack/react-query';
import { answerOf, client, nextCursor } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Action = Schemas['Action'];

const PAGE = 200;

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
          params: { path: { id: sessionId }, query: { cursor: page * PAGE, limit: PAGE } },
          signal,
        }),
      );
      return { actions: data, hasNext: nextCursor(response) !== null };
    },
    // The session says when to look again.
    staleTime: Number.POSITIVE_INFINITY,
  });
