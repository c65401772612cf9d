import { queryOptions } from '@tanstack/react-query';
import { answerOf, client, nextCursor } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

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
