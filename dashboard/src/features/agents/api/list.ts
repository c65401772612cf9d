import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { wholeList } from '../../../api/whole-list';
import type { Schemas } from '../../../api/wire';

export type Agent = Schemas['Agent'];

/** Agents that were registered or seen in a session, newest first. Another operator may pause one at any time. */
export const agentsQuery = queryOptions({
  queryKey: ['agents', 'list'],
  queryFn: ({ signal }) => wholeList<Agent>((query) => client.GET('/agents', { params: { query }, signal })),
  refetchInterval: 10_000,
});
