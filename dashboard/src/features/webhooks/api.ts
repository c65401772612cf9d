import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { pagedOf } from '../../api/paged';
import type { Schemas } from '../../api/wire';

/** The answer holds the signing secret, this once: not when it is asked again with the same key. */
export const createWebhook = (body: Schemas['CreateWebhookBody'], key: string) =>
  dataOf(client.POST('/settings/webhooks', { params: { header: { 'Idempotency-Key': key } }, body }));

/** Its log goes with it. */
export const deleteWebhook = (id: string) =>
  dataOf(client.DELETE('/settings/webhooks/{id}', { params: { path: { id } } }));

export type Delivery = Schemas['Delivery'];

const LOOK_AGAIN_MS = 3_000;

export const deliveriesKey = (id: string) => ['webhooks', id, 'deliveries'];

/** Asks for the deliveries to a receiver, newest first; again while one is on its way. */
export const deliveriesQuery = (id: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...deliveriesKey(id), cursor],
    queryFn: ({ signal }) =>
      pagedOf(
        client.GET('/settings/webhooks/{id}/deliveries', { params: { path: { id }, query: { cursor } }, signal }),
      ),
    refetchInterval: LOOK_AGAIN_MS,
  });

export type Webhook = Schemas['Webhook'];

export const WEBHOOKS = ['webhooks'];

/** All receivers: an organization has twenty at most. */
export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, 'all'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/webhooks', { params: { query: { limit: 200 } }, signal })),
});

export const switchWebhook = (id: string, enabled: boolean) =>
  dataOf(client.PATCH('/settings/webhooks/{id}', { params: { path: { id } }, body: { enabled } }));

/** Sends an event of the type `webhook.test`, once, and returns the result. */
export const testWebhook = (id: string, key: string) =>
  dataOf(client.POST('/settings/webhooks/{id}/test', { params: { path: { id }, header: { 'Idempotency-Key': key } } }));
