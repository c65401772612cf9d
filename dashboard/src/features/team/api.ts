import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { pagedOf } from '../../api/paged';
import { wholeList } from '../../api/whole-list';
import type { Schemas } from '../../api/wire';

interface Wanted {
  readonly name: string;
  readonly members: string[];
}

export const createGroup = (body: Wanted, key: string) =>
  dataOf(client.POST('/team/groups', { params: { header: { 'Idempotency-Key': key } }, body }));

export const changeGroup = (id: string, body: Wanted) =>
  dataOf(client.PUT('/team/groups/{id}', { params: { path: { id } }, body }));

/** A group that a policy names stays. */
export const deleteGroup = (id: string) => dataOf(client.DELETE('/team/groups/{id}', { params: { path: { id } } }));

export type Invitation = Schemas['Invitation'];

export const INVITATIONS = ['invitations'];

/** The newest ones that can still be accepted. */
export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS,
  queryFn: ({ signal }) => dataOf(client.GET('/team/invitations', { params: { query: { limit: 200 } }, signal })),
  refetchInterval: (query) => (query.state.data?.some(({ status }) => status === 'QUEUED') ? 2_000 : false),
});

/** Mails a link that is good for seven days, once. */
export const invite = (email: string, key: string) =>
  dataOf(client.POST('/team/invitations', { params: { header: { 'Idempotency-Key': key } }, body: { email } }));

export type Member = Schemas['Member'];

export const MEMBERS = ['members'];

export const membersQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...MEMBERS, cursor],
    queryFn: ({ signal }) => pagedOf(client.GET('/team/members', { params: { query: { cursor } }, signal })),
  });

/** Every member: a group is chosen among all of them. */
export const allMembersQuery = queryOptions({
  queryKey: [...MEMBERS, 'all'],
  queryFn: ({ signal }) =>
    wholeList<Member>((query) => client.GET('/team/members', { params: { query }, signal })).then(({ rows }) => rows),
});

/** Ends the member's sessions within a second. The last member stays. */
export const removeMember = (id: string) => dataOf(client.DELETE('/team/members/{id}', { params: { path: { id } } }));

export const revokeInvitation = (id: string) =>
  dataOf(client.DELETE('/team/invitations/{id}', { params: { path: { id } } }));
