import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** The call that an entry is about, as a sentence; the log itself holds no arguments. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'approval', id],
    queryFn: ({ signal }) => dataOf(client.GET('/approvals/{id}', { params: { path: { id } }, signal })),
    retry: false,
  });
