import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/** Asks for the verdict on calls that no policy matches; it needs the plan TEAM. */
export const unmatchedQuery = queryOptions({
  queryKey: ['settings', 'policies'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/policies', { signal })),
});

/** Changes it, for every agent, with immediate effect. */
export const changeUnmatched = (unmatched: Schemas['PolicySettingsBody']['unmatched']) =>
  dataOf(client.PUT('/settings/policies', { body: { unmatched } }));
