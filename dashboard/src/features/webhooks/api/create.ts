import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/** The answer holds the signing secret, this once: not when it is asked again with the same key. */
export const createWebhook = (body: Schemas['CreateWebhookBody'], key: string) =>
  dataOf(client.POST('/settings/webhooks', { params: { header: { 'Idempotency-Key': key } }, body }));
