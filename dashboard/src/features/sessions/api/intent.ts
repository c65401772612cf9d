import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Intent = Schemas['SessionIntent'];

/** Asks whether a session keeps to its intent, action by action; it needs the plan TEAM. */
export const intentQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'intent'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/intent', { params: { path: { id } }, signal })),
    staleTime: 3_000,
  });
