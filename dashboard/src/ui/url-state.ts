import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

export type Search = Readonly<Record<string, string | undefined>>;

/**
 * Reads and changes the state that a page keeps in its URL: filters, selection, page. `read` makes it from the search
 * parameters, which anyone may have written. A change replaces the entry of the browser's history unless it is a step
 * that Back should undo.
 */
export function useUrlState<S>(read: (search: Search) => S) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const state = useMemo(() => read(search), [read, search]);
  const change = useCallback(
    (changes: Search, { step = false } = {}): void => {
      void navigate({ to: '.', search: (now: Search) => ({ ...now, ...changes }), replace: !step } as never);
    },
    [navigate],
  );
  return [state, change] as const;
}
