import { client, dataOf } from '../../../api/client';

/** What uses the key is refused everywhere within a second. */
export const revokeApiKey = (id: string) => dataOf(client.DELETE('/api-keys/{id}', { params: { path: { id } } }));
