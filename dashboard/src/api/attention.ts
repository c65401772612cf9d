import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from './client';
import type { Schemas } from './wire';

export type Attention = Schemas['Attention'];

const AGAIN_MS = 10_000;

/** Asks for everything that needs an operator now. @param since changes after this time are asked for, too */
export const attentionQuery = (since?: string) =>
  queryOptions({
    queryKey: ['attention', since ?? null],
    queryFn: ({ signal }) =>
      dataOf(client.GET('/attention', { params: { query: since === undefined ? {} : { since } }, signal })),
    refetchInterval: AGAIN_MS,
  });
