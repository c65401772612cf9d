import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { JsonObject } from '../../../api/json';

/** The verdict that an approval with these arguments would get now. */
export const previewQuery = (id: string, payload: JsonObject) =>
  queryOptions({
    queryKey: ['approval', id, 'preview', JSON.stringify(payload)],
    queryFn: ({ signal }) =>
      dataOf(client.POST('/approvals/{id}/preview', { params: { path: { id } }, body: { payload }, signal })),
    retry: false,
  });
