import { useCallback, useEffect, useState } from 'react';
import { Problem } from '../../api/problem';
import { listSessions, type SessionPage, searchSessions } from './api/list';

const AGAIN_MS = 1_000;
/** What another try does not change. */
const isFinal = (error: unknown) =>
  error instanceof Problem && error.status < 500 && ![408, 429].includes(error.status);

interface Held {
  readonly page: SessionPage | null;
  readonly error: Error | null;
}

type Query = Parameters<typeof listSessions>[0];

const NOTHING: Held = { page: null, error: null };

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * A page of the list, kept as the service has it: one request is always held there. A search is answered once, because
 * the service holds none. @param query null: not known yet
 */
export function useHeldSessions(query: Query | null) {
  const [held, setHeld] = useState<Held>(NOTHING);
  const [round, setRound] = useState(0);
  const key = query && JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins again
  useEffect(() => {
    if (key === null) return;
    const asked: Query = JSON.parse(key);
    const stop = new AbortController();
    const { signal } = stop;
    const follow = async () => {
      let etag: string | null = null;
      while (!signal.aborted) {
        try {
          const page: SessionPage | null = await (asked.text
            ? searchSessions(asked, signal)
            : listSessions(asked, signal, etag));
          if (signal.aborted) return;
          if (page) setHeld({ page, error: null });
          if (asked.text) return;
          // Without a tag nothing can be held: then the list is looked at from time to time.
          if (page) etag = page.etag;
          if (etag === null) await pause(AGAIN_MS * 5, signal);
        } catch (error) {
          if (signal.aborted) return;
          if (isFinal(error)) return setHeld((now) => ({ ...now, error: error as Error }));
          await pause(
            error instanceof Problem && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : AGAIN_MS,
            signal,
          );
        }
      }
    };
    setHeld(NOTHING);
    void follow();
    return () => stop.abort();
  }, [key, round]);
  return { ...held, again: useCallback(() => setRound((now) => now + 1), []) };
}
