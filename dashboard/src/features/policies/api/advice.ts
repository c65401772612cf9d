import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Suggestion = Schemas['PolicySuggestion'];

/** Suggestions for policies. The service reads many calls for them, so only a change of a policy asks again. */
export const adviceQuery = queryOptions({
  queryKey: ['policies', 'advice'],
  queryFn: ({ signal }) => dataOf(client.GET('/policies/advice', { signal })),
  staleTime: 5 * 60_000,
});
