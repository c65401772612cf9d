import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';

/** A token that ends within this time is shown. */
const SOON_MS = 7 * 86_400_000;

/** Asks for the operator's newest tokens, and keeps those that end within seven days. */
export const endingTokensQuery = queryOptions({
  queryKey: ['personal-tokens', 'ending'],
  queryFn: ({ signal }) => dataOf(client.GET('/me/tokens', { signal })),
  select: (tokens) =>
    tokens.filter(({ status, expiresAt }) => status === 'ACTIVE' && Date.parse(expiresAt) < Date.now() + SOON_MS),
});
