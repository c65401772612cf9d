import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Suggestion = Schemas['PolicySuggestion'];

/** What could be said better. It reads many calls, so it is asked for again after a change of a policy alone. */
export const adviceQuery = queryOptions({
  queryKey: ['policies', 'advice'],
  queryFn: ({ signal }) => dataOf(client.GET('/policies/advice', { signal })),
  staleTime: 5 * 60_000,
});
