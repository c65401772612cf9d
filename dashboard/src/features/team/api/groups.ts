import { client, dataOf } from '../../../api/client';

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
