import { client, dataOf } from '../../../api/client';

/** Completes a session: nothing new may start in it from then on. */
export const completeSession = (id: string) =>
  dataOf(client.PATCH('/sessions/{id}', { params: { path: { id } }, body: { status: 'COMPLETED' } }));
