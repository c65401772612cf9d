import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

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
