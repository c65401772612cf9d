import { client, dataOf } from '../../../api/client';

/** Its statistics go with it. */
export const removePolicy = (id: string) => dataOf(client.DELETE('/policies/{id}', { params: { path: { id } } }));
