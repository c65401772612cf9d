import type { FastifyInstance } from 'fastify';
import { PERMISSIONS } from '../../contract/permissions.js';
import { type Access, callersOf } from './access.decorator.js';

/** A route does not declare its callers, so the service does not start. */
export class OpenRouteError extends Error {
  constructor(route: string) {
    super(`${route} says not who may call it: give its handler @Access(…)`);
  }
}

/**
 * Refuses every route that is registered from now on without an `@Access` that names its callers or a known permission.
 * @returns the routes as they come in, `METHOD /path`
 */
export function requireAccess(fastify: FastifyInstance): readonly string[] {
  const seen: string[] = [];
  fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) {
      if (!config?.access || !isComplete(config.access)) throw new OpenRouteError(`${one} ${url}`);
      seen.push(`${one} ${url}`);
    }
  });
  return seen;
}

const isComplete = (access: Access): boolean =>
  callersOf(access) !== null && (access.may === undefined || Object.hasOwn(PERMISSIONS, access.may));
