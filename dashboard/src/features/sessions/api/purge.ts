import { client, dataOf } from '../../../api/client';

/** The session goes for good, with its actions, snapshots, approvals and rollbacks; the plan PRO. */
export const purgeSession = (id: string) => dataOf(client.DELETE('/sessions/{id}/purge', { params: { path: { id } } }));
