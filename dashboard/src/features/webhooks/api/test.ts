import { client, dataOf } from '../../../api/client';

/** Sends an event of the type `webhook.test`, once, and returns the result. */
export const testWebhook = (id: string, key: string) =>
  dataOf(client.POST('/settings/webhooks/{id}/test', { params: { path: { id }, header: { 'Idempotency-Key': key } } }));
