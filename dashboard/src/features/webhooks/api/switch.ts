import { client, dataOf } from '../../../api/client';

export const switchWebhook = (id: string, enabled: boolean) =>
  dataOf(client.PATCH('/settings/webhooks/{id}', { params: { path: { id } }, body: { enabled } }));
