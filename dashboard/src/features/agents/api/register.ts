import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export const registerAgent = (body: Schemas['RegisterAgentBody'], key: string) =>
  dataOf(client.POST('/agents', { params: { header: { 'Idempotency-Key': key } }, body }));
