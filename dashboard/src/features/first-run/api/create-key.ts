import { client, dataOf } from '../../../api/client';

/** The answer holds the key, this once. */
export const createFirstKey = (kind: 'live' | 'test') =>
  dataOf(client.POST('/api-keys', { body: { name: 'first agent', kind } }));
