import { queryOptions } from '@tanstack/react-query';
import { answerOf, client, nextCursor } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

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
