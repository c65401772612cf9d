import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { hasBroughtError } from '../api/landing';
import { Empty } from '../ui/view';
import { shellWords as words } from '../words';
import { ErrorPage } from './error-page';
import { type Page, pages } from './pages';
import { Shell } from './shell';
import { StartPage } from './start-page';

/** A provider that refused a sign-in brings the person back to the start page. */
function leadIn({ location }: { location: { pathname: string } }) {
  if (location.pathname === '/' && hasBroughtError()) throw redirect({ to: '/sign-in' });
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet, beforeLoad: leadIn });
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });

const routeOf = (page: Page) =>
  createRoute({
    getParentRoute: () => (page.isPublic ? root : signedIn) as typeof root,
    path: page.path,
    component: lazyRouteComponent(page.load),
    staticData: { page },
  });

const isPublic = ({ isPublic = false }: Page) => isPublic;
const start = createRoute({ getParentRoute: () => signedIn, path: '/', component: StartPage });
const routeTree = root.addChildren([
  ...pages.filter(isPublic).map(routeOf),
  signedIn.addChildren([start, ...pages.filter((page) => !isPublic(page)).map(routeOf)]),
]);

/** Search parameters are plain text, so that a URL can be read and written by hand. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

export const newRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: Page;
  }
}

function NotFoundPage() {
  return (
    <Empty title={words.notFoundPage.title}>
      <p>
        <a href="/dashboard/">{words.notFoundPage.start}</a>
      </p>
    </Empty>
  );
}
