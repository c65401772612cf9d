import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export interface Rejecting {
  readonly id: string;
  readonly key: string;
  readonly body: Schemas['RejectBody'];
}

export const reject = ({ id, key, body }: Rejecting) =>
  dataOf(
    client.POST('/approvals/{id}/reject', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );
