import { client, dataOf } from '../../../api/client';

/** Revokes a key; every process refuses it within a second. */
export const revokeApiKey = (id: string) => dataOf(client.DELETE('/api-keys/{id}', { params: { path: { id } } }));
