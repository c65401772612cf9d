import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { pagedOf } from '../../../api/paged';
import type { Schemas } from '../../../api/wire';

export type ApiKey = Schemas['ApiKey'];

export const API_KEYS = ['api-keys'];

/** Keys without their secrets. @param cursor of an older page */
export const apiKeysQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...API_KEYS, cursor],
    queryFn: ({ signal }) => pagedOf(client.GET('/api-keys', { params: { query: { cursor } }, signal })),
  });
