import { client, dataOf } from '../../../api/client';

/** The level of the agent follows at once. */
export const markSession = (id: string, mark: 'fine' | 'drift') =>
  dataOf(client.POST('/sessions/{id}/intent/feedback', { params: { path: { id } }, body: { mark } }));
