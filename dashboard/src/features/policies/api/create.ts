import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/** @param key the same for each try of one decision, which then makes one policy */
export const createPolicy = (body: Schemas['CreatePolicyBody'], key: string) =>
  dataOf(client.POST('/policies', { params: { header: { 'Idempotency-Key': key } }, body }));
