import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import { pagedOf } from '../../../api/paged';
import type { Schemas } from '../../../api/wire';

export type OwnSession = Schemas['OwnSession'];

export const OWN_SESSIONS = ['own-sessions'];

export const ownSessionsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...OWN_SESSIONS, cursor],
    queryFn: ({ signal }) => pagedOf(client.GET('/me/sessions', { params: { query: { cursor } }, signal })),
  });

/** Signs one of the operator's browsers out, everywhere within a second. */
export const endOwnSession = (id: string) => dataOf(client.DELETE('/me/sessions/{id}', { params: { path: { id } } }));
