import { client, dataOf } from '../../../api/client';

export const removeAgent = (id: string) => dataOf(client.DELETE('/agents/{id}', { params: { path: { id } } }));
