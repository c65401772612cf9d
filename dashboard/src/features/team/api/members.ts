import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { pagedOf } from '../../../api/paged';
import { wholeList } from '../../../api/whole-list';
import type { Schemas } from '../../../api/wire';

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
