import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';

/** Reads the page that an operator wanted: a path of the dashboard, and nothing else that a link may contain. */
export function wanted(next: string | undefined): { to: string; search: Record<string, string> } {
  const url = next?.startsWith('/') && URL.parse(next, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('/sign-in')) return { to: '/', search: {} };
  return { to: url.pathname, search: Object.fromEntries(url.searchParams) };
}

const KEPT = 'backstop.next';

/** Keeps the page before the browser leaves for a provider, which does not send it back. */
export function keepNext(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, next);
}

export function takeKept(): string | undefined {
  const next = sessionStorage.getItem(KEPT) ?? undefined;
  keepNext(undefined);
  return next;
}

/**
 * Returns the function that continues to the page the operator wanted. It first forgets the data that another operator
 * saw.
 */
export function useContinue(): () => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false }) as { next?: string };
  return () => {
    queryClient.clear();
    const kept = takeKept();
    void router.navigate({ ...wanted(next ?? kept), replace: true } as never);
  };
}
