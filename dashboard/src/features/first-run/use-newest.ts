import { useEffect, useState } from 'react';
import { type Newest, newestSessions } from './api';

const AGAIN_MS = 2_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The newest sessions as the service has them: one request is always held there. */
export function useNewest() {
  const [newest, setNewest] = useState<Newest | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const { signal, stop } = stoppable();
    const follow = async () => {
      let known: string | null = null;
      while (!signal.aborted) {
        try {
          const next: Newest | null = await newestSessions(known, signal);
          if (signal.aborted) return;
          setError(null);
          if (!next) continue;
          known = next.etag;
          setNewest(next);
          if (known === null) await pause(AGAIN_MS);
        } catch (cause) {
          if (signal.aborted) return;
          setError(cause as Error);
          await pause(AGAIN_MS);
        }
      }
    };
    void follow();
    return stop;
  }, []);
  return { sessions: newest?.sessions ?? null, error };
}

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}
