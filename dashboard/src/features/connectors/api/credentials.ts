import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Credential = Schemas['Credential'];

/** What is stored, without a value of it. */
export const credentialsQuery = queryOptions({
  queryKey: ['connectors', 'credentials'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/credentials', { signal })),
});
