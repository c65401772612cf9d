import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { pagedOf } from '../../api/paged';
import type { Schemas } from '../../api/wire';

/** The answer holds the key, this once. */
export const createApiKey = (body: Schemas['CreateApiKeyBody']) => dataOf(client.POST('/api-keys', { body }));

export type ApiKey = Schemas['ApiKey'];

export const API_KEYS = ['api-keys'];

/** Keys without their secrets. @param cursor of an older page */
export const apiKeysQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...API_KEYS, cursor],
    queryFn: ({ signal }) => pagedOf(client.GET('/api-keys', { params: { query: { cursor } }, signal })),
  });

/** Revokes a key; every process refuses it within a second. */
export const revokeApiKey = (id: string) => dataOf(client.DELETE('/api-keys/{id}', { params: { path: { id } } }));
