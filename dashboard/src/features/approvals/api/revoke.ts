import { client, dataOf } from '../../../api/client';

export const revoke = ({ id, key }: { readonly id: string; readonly key: string }) =>
  dataOf(client.POST('/approvals/{id}/revoke', { params: { path: { id }, header: { 'Idempotency-Key': key } } }));
