import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { expired } from '../api/expired';
import { Problem } from '../api/problem';

const AGAIN_MS = 1_000;
/** The pause between two requests if the service holds none, in milliseconds. */
const LOOK_AGAIN_MS = 5_000;

/** A page that the service answers; with its tag, the next request is held until the page differs. */
interface Page {
  readonly etag: string | null;
}

interface Held<P> {
  readonly page: P | null;
  readonly error: Error | null;
}

/** Tells whether another attempt cannot change the error. */
const isFinal = (error: unknown) =>
  error instanceof Problem && error.status < 500 && ![408, 429].includes(error.status);

const waitAfter = (error: unknown) =>
  error instanceof Problem && error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : AGAIN_MS;

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Keeps a page of a list as the service has it: one request is always held there.
 * @param key the request as text; null: not known yet
 * @param look returns null if the page still matches its tag
 * @param isOnce the service holds no such request: it is answered once
 */
export function useHeld<P extends Page>(
  key: string | null,
  look: (signal: AbortSignal, known: string | null) => Promise<P | null>,
  isOnce = false,
) {
  const [held, setHeld] = useState<Held<P>>({ page: null, error: null });
  const [round, setRound] = useState(0);
  const signIns = useSyncExternalStore(expired.subscribe, expired.round);
  const latest = useRef(look);
  latest.current = look;
  const asked = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins again
  useEffect(() => {
    if (key === null) return;
    const ask = latest.current;
    const stop = new AbortController();
    const { signal } = stop;
    const follow = async () => {
      let etag: string | null = null;
      while (!signal.aborted) {
        try {
          const page = await ask(signal, etag);
          if (signal.aborted) return;
          if (page) setHeld({ page, error: null });
          if (isOnce) return;
          if (page) etag = page.etag;
          if (etag === null) await pause(LOOK_AGAIN_MS, signal);
        } catch (error) {
          if (signal.aborted) return;
          if (isFinal(error)) return setHeld((now) => ({ ...now, error: error as Error }));
          // Without a tag the next answer comes immediately, and shows that the service is back.
          etag = null;
          await pause(waitAfter(error), signal);
        }
      }
    };
    // After another sign-in the page goes on as it was.
    if (asked.current !== `${key} ${round}`) setHeld({ page: null, error: null });
    asked.current = `${key} ${round}`;
    void follow();
    return () => stop.abort();
  }, [key, isOnce, round, signIns]);
  return { ...held, again: useCallback(() => setRound((now) => now + 1), []) };
}
