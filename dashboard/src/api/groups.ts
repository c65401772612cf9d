import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client';
import { includes, useMe } from './me';
import { wholeList } from './whole-list';
import type { Schemas } from './wire';

export type Group = Schemas['Group'];

/** The groups of members by name. An organization has at most 100. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => {
    const { rows } = await wholeList<Group>((query) => client.GET('/team/groups', { params: { query }, signal }));
    return rows.toSorted((one, other) => one.name.localeCompare(other.name));
  },
});

/** The groups, where the plan of the organization has them. */
export function useGroups(): readonly Group[] {
  const { data: me } = useMe();
  const mayRead = me !== undefined && includes(me.organization.plan, 'TEAM');
  const { data = [] } = useQuery({ ...groupsQuery, enabled: mayRead });
  return data;
}

/** Finds the name of a group by its id; null while it is not known. */
export function useGroupName(): (id: string) => string | null {
  const groups = useGroups();
  return (id) => groups.find((group) => group.id === id)?.name ?? null;
}
