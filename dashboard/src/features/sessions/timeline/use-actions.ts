import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Action, actionsQuery } from '../api';

/** A session's actions in the order they were logged, as many pages of them as were asked for. */
export function useActions(sessionId: string) {
  const [pages, setPages] = useState(1);
  const found = useQueries({
    queries: Array.from({ length: pages }, (_, page) => actionsQuery(sessionId, page)),
    combine: (results) => ({
      actions: results.flatMap(({ data }): readonly Action[] => data?.actions ?? []),
      isLoading: results.some(({ data }) => data === undefined),
      hasNext: results.at(-1)?.data?.hasNext ?? false,
      error: results.find(({ error, isFetching }) => error && !isFetching)?.error ?? null,
      again: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
  const { hasNext } = found;
  const loadNext = useCallback(() => {
    if (hasNext) setPages((now) => now + 1);
  }, [hasNext]);
  return { ...found, loadNext };
}
