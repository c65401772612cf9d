import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export interface Approving {
  readonly id: string;
  /** Stays the same for each try of one decision. */
  readonly key: string;
  readonly body: Schemas['ApproveBody'];
}

export const approve = ({ id, key, body }: Approving) =>
  dataOf(
    client.POST('/approvals/{id}/approve', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );
