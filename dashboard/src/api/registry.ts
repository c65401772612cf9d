import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from './client';
import type { Schemas } from './wire';

export type Operation = Schemas['RegistryEntry'];

/** Every operation that a connector knows; it changes with a release only. */
export const registryQuery = queryOptions({
  queryKey: ['registry'],
  queryFn: ({ signal }) => dataOf(client.GET('/registry', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
