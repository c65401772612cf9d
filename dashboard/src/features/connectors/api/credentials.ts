import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Credential = Schemas['Credential'];

/** Asks for the stored credentials, without any of their values. */
export const credentialsQuery = queryOptions({
  queryKey: ['connectors', 'credentials'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/credentials', { signal })),
});
