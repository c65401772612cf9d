import { client, dataOf } from '../../../api/client';

/** Its log goes with it. */
export const deleteWebhook = (id: string) =>
  dataOf(client.DELETE('/settings/webhooks/{id}', { params: { path: { id } } }));
