import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Invitation = Schemas['Invitation'];

export const INVITATIONS = ['invitations'];

/** The newest ones that can still be accepted. */
export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS,
  queryFn: ({ signal }) => dataOf(client.GET('/team/invitations', { params: { query: { limit: 200 } }, signal })),
  refetchInterval: (query) => (query.state.data?.some(({ status }) => status === 'QUEUED') ? 2_000 : false),
});
