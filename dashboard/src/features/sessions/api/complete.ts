import { client, dataOf } from '../../../api/client';

/** Nothing new may start in the session from then on. */
export const completeSession = (id: string) =>
  dataOf(client.PATCH('/sessions/{id}', { params: { path: { id } }, body: { status: 'COMPLETED' } }));
