import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { expired } from '../api/expired';
import { meQuery } from '../api/me';
import { newQueryClient } from '../api/query-client';
import { signedOut } from '../api/signed-out';
import { gate } from '../keyboard/gate';
import { listenToKeys } from '../keyboard/listener';
import { shellWords as words } from '../words';
import { newRouter } from './router';

const queryClient = newQueryClient();
const router = newRouter(queryClient);

/** Disables the keys of the old page once the operator leaves for another one, whose chunk may still load. */
function closeWhileLeaving(): () => void {
  let open: (() => void) | null = null;
  const ends = [
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) open ??= gate.close();
    }),
    router.subscribe('onResolved', () => {
      open?.();
      open = null;
    }),
  ];
  return () => {
    for (const end of ends) end();
    open?.();
  };
}

const CLOSE = { 'aria-label': words.app.close };

const theme = createTheme({
  cursorType: 'pointer',
  defaultRadius: 'default',
  components: {
    // Mantine locks the page behind a dialog by a <style>, which the content security policy refuses: see page.css.
    Modal: { defaultProps: { lockScroll: false, centered: true, closeButtonProps: CLOSE } },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: CLOSE } },
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
});

const colorSchemes = localStorageColorSchemeManager({ key: 'backstop.color-scheme' });

/** Mantine's variables and classes are static files here: a <style> that it would write is refused (docs/decisions/0023). */
export function App() {
  useEffect(listenToKeys, []);
  useEffect(closeWhileLeaving, []);
  useEffect(
    () =>
      signedOut.subscribe(() => {
        queryClient.clear();
        void router.navigate({ to: '/sign-in', search: { next: nextOf(router.state.location) } as never });
      }),
    [],
  );
  useEffect(
    () =>
      expired.subscribe(() => {
        // Without an operator in this page there is nothing to keep.
        if (!expired.is() || queryClient.getQueryData(meQuery.queryKey)) return;
        expired.end(false);
        signedOut.announce();
      }),
    [],
  );
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Returns the page that the operator wanted; a second announcement keeps the page that the first one noted. */
function nextOf({ pathname, searchStr, search }: { pathname: string; searchStr: string; search: unknown }) {
  return pathname === '/sign-in' ? (search as { next?: string }).next : pathname + searchStr;
}
