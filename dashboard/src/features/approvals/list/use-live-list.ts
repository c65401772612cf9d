import { useCallback, useEffect, useState } from 'react';
import { Problem } from '../../../api/problem';
import { type List, listApprovals } from '../api/list';
import type { Filters } from '../filters';

const AGAIN_MS = 1_000;
/** What another try does not change. */
const isFinal = (error: unknown) =>
  error instanceof Problem && error.status < 500 && ![408, 429].includes(error.status);

interface Live {
  readonly list: List | null;
  readonly error: Error | null;
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The list, kept as the service has it: one request is always held there. */
export function useLiveList({ status, agentId, connector, cursor }: Filters) {
  const [live, setLive] = useState<Live>({ list: null, error: null });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins again
  useEffect(() => {
    const stop = new AbortController();
    const follow = async () => {
      let etag: string | null = null;
      while (!stop.signal.aborted) {
        try {
          const list = await listApprovals({ status, agentId, connector, cursor }, stop.signal, etag);
          if (stop.signal.aborted) return;
          if (list) {
            etag = list.etag;
            setLive({ list, error: null });
          }
        } catch (error) {
          if (stop.signal.aborted) return;
          if (isFinal(error)) return setLive((now) => ({ ...now, error: error as Error }));
          await pause(AGAIN_MS, stop.signal);
        }
      }
    };
    setLive({ list: null, error: null });
    void follow();
    return () => stop.abort();
  }, [status, agentId, connector, cursor, round]);
  return { ...live, again: useCallback(() => setRound((now) => now + 1), []) };
}
