import type { FastifyInstance } from 'fastify';

/** A route does not declare who may call it: the service does not start. */
export class OpenRouteError extends Error {
  constructor(route: string) {
    super(`${route} says not who may call it: give its handler @Access(…)`);
  }
}

/**
 * Refuses every route that is registered from now on without an `@Access`.
 * @returns the routes as they come in, `METHOD /path`
 */
export function requireAccess(fastify: FastifyInstance): readonly string[] {
  const seen: string[] = [];
  fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) {
      if (!config?.access) throw new OpenRouteError(`${one} ${url}`);
      seen.push(`${one} ${url}`);
    }
  });
  return seen;
}
