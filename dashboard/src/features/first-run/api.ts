import { queryOptions } from '@tanstack/react-query';
import { answerOf, client, dataOf } from '../../api/client';
import type { Schemas } from '../../api/wire';

/** The answer holds the key, this once. */
export const createFirstKey = (kind: 'live' | 'test') =>
  dataOf(client.POST('/api-keys', { body: { name: 'first agent', kind } }));

export type Session = Schemas['Session'];

const WAIT_SECONDS = 25;

export interface Newest {
  readonly sessions: readonly Session[];
  readonly etag: string | null;
}

/**
 * Returns the newest sessions: immediately or, with the tag of the known ones, as soon as they differ; null if they do
 * not.
 */
export async function newestSessions(known: string | null, signal: AbortSignal): Promise<Newest | null> {
  const asked = client.GET('/sessions', {
    params: {
      query: { limit: 3, ...(known && { wait: WAIT_SECONDS }) },
      header: known ? { 'If-None-Match': known } : {},
    },
    cache: 'no-store',
    signal,
  });
  if ((await asked).response.status === 304) return null;
  const { data, response } = await answerOf(asked);
  return { sessions: data, etag: response.headers.get('etag') };
}

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
