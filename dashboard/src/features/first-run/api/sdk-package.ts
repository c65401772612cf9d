import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/** The address of the SDK that this service serves; null where it was not built: then it comes from npm. */
export const sdkPackageQuery = queryOptions({
  queryKey: ['sdk-package'],
  queryFn: async ({ signal }): Promise<string | null> => {
    // The front page has a second form, for people, which is not asked for.
    const asked = client.GET('/', { headers: { accept: 'application/json' }, signal }) as Promise<{
      data?: { data: Schemas['FrontPage'] };
      error?: unknown;
      response: Response;
    }>;
    const { sdk } = (await answerOf(asked)).data;
    return sdk && location.origin + sdk;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
