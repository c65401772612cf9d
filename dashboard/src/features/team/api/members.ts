import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { pagedOf } from '../../../api/paged';
import type { Schemas } from '../../../api/wire';

export type Member = Schemas['Member'];

export const MEMBERS = ['members'];

export const membersQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...MEMBERS, cursor],
    queryFn: ({ signal }) => pagedOf(client.GET('/team/members', { params: { query: { cursor } }, signal })),
  });
