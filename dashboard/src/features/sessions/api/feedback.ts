import { client, dataOf } from '../../../api/client';

/** Marks a session; the level of the agent follows immediately. */
export const markSession = (id: string, mark: 'fine' | 'drift') =>
  dataOf(client.POST('/sessions/{id}/intent/feedback', { params: { path: { id } }, body: { mark } }));
