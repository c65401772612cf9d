import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import type { Schemas } from '../../api/wire';

export type RedactionSettings = Schemas['RedactionSettings'];
export type Kind = RedactionSettings['kinds'][number];
export type Rule = RedactionSettings['rules'][number];

/** Asks which values are replaced before calls are stored; it needs the plan TEAM. */
export const redactionQuery = queryOptions({
  queryKey: ['settings', 'redaction'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/redaction', { signal })),
});

/** Replaces all of them, for calls that are stored from then on. */
export const changeRedaction = (body: RedactionSettings) => dataOf(client.PUT('/settings/redaction', { body }));
