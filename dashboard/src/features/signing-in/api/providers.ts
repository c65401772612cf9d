import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

type FrontPage = Schemas['FrontPage'];
export type Provider = FrontPage['signIn'][number];

/** The identity providers that this installation knows. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }): Promise<Provider[]> => {
    // The front page has a second form, for people, which is not asked for.
    const asked = client.GET('/', { headers: { accept: 'application/json' }, signal }) as Promise<{
      data?: { data: FrontPage };
      error?: unknown;
      response: Response;
    }>;
    return (await answerOf(asked)).data.signIn;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
