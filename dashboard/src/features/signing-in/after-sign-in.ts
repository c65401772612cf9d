import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';

/** Where an operator wanted to be: a path of the dashboard, and nothing else that a link may say. */
export function wanted(next: string | undefined): { to: string; search: Record<string, string> } {
  const url = next?.startsWith('/') && URL.parse(next, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('/sign-in')) return { to: '/', search: {} };
  return { to: url.pathname, search: Object.fromEntries(url.searchParams) };
}

const KEPT = 'backstop.next';

/** Before a provider is gone to, which brings nothing of this back. */
export function keepNext(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, next);
}

export function takeKept(): string | undefined {
  const next = sessionStorage.getItem(KEPT) ?? undefined;
  keepNext(undefined);
  return next;
}

/** Goes on to where the operator wanted to be. What was shown to another operator is forgotten first. */
export function useGoOn(): () => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false }) as { next?: string };
  return () => {
    queryClient.clear();
    const kept = takeKept();
    void router.navigate({ ...wanted(next ?? kept), replace: true } as never);
  };
}
