import { client, dataOf } from '../../../api/client';

/** Ends the member's sessions within a second. The last member stays. */
export const removeMember = (id: string) => dataOf(client.DELETE('/team/members/{id}', { params: { path: { id } } }));
