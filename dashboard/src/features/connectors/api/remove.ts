import { client, dataOf } from '../../../api/client';

export const removeCredential = (connector: string) =>
  dataOf(client.DELETE('/settings/credentials/{connector}', { params: { path: { connector } } }));
