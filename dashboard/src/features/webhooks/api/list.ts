import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Webhook = Schemas['Webhook'];

export const WEBHOOKS = ['webhooks'];

/** All receivers: an organization has twenty at most. */
export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, 'all'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/webhooks', { params: { query: { limit: 200 } }, signal })),
});
