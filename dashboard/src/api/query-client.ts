import { QueryClient } from '@tanstack/react-query';
import { Problem, Unreachable } from './problem';

/** An answer that another try may change. */
const mayPass = (error: Error) => error instanceof Problem && (error.status >= 500 || error.status === 429);

const RETRY_AT_MOST_MS = 3_000;

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The browser's own idea of being online does not show whether the service can be reached.
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
        // Each call sends its own `Idempotency-Key` if that makes it safe to ask again.
        retry: false,
      },
    },
  });
