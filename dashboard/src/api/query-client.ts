import { QueryClient } from '@tanstack/react-query';
import { Problem, Unreachable } from './problem';

/** An answer that another try may change. */
const mayPass = (error: Error) => error instanceof Problem && (error.status >= 500 || error.status === 429);

const RETRY_AT_MOST_MS = 3_000;

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Whether the browser believes to be online says nothing about the way to the service.
        networkMode: 'always',
        // A page waits for a service that is down as long as the operator does.
        retry: (failures, error) => error instanceof Unreachable || (mayPass(error) && failures < 2),
        retryDelay: (failures, error) =>
          (error instanceof Problem && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : 0) ||
          Math.min(400 * 2 ** failures, RETRY_AT_MOST_MS),
        staleTime: 5_000,
      },
      mutations: {
        networkMode: 'always',
        // Each call brings its own `Idempotency-Key` where that makes it safe to ask again.
        retry: false,
      },
    },
  });
