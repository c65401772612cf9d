import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from './client';
import type { Schemas } from './wire';

export type Attention = Schemas['Attention'];

const AGAIN_MS = 10_000;

/** What an operator should look at now. @param since what was changed since is asked for, too */
export const attentionQuery = (since?: string) =>
  queryOptions({
    queryKey: ['attention', since ?? null],
    queryFn: ({ signal }) =>
      dataOf(client.GET('/attention', { params: { query: since === undefined ? {} : { since } }, signal })),
    refetchInterval: AGAIN_MS,
  });
