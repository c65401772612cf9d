import { queryOptions } from '@tanstack/react-query';
import { client } from './client';
import { wholeList } from './whole-list';
import type { Schemas } from './wire';

export type Policy = Schemas['Policy'];

/** Every policy, newest first: an organization has at most 1 000, and there is no route for one. */
export const policiesQuery = queryOptions({
  queryKey: ['policies', 'list'],
  queryFn: ({ signal }) => wholeList<Policy>((query) => client.GET('/policies', { params: { query }, signal })),
});
