import { answerOf, client } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

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
