import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { pagedOf } from '../../../api/paged';
import type { Schemas } from '../../../api/wire';

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
