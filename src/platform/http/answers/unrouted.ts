import type { FastifyInstance } from 'fastify';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/**
 * Remembers every route, to tell 405 from 404: answers the methods of a path, or an empty list when there is no such
 * path.
 */
export function methodsByPath(fastify: FastifyInstance): (url: string) => string[] {
  const known = new Map<string, KnownPath>();
  fastify.addHook('onRoute', (route) => {
    if (!route.config?.access) return;
    const entry = known.get(route.url) ?? { pattern: patternOf(route.url), methods: new Set<string>() };
    for (const method of [route.method].flat()) entry.methods.add(method);
    known.set(route.url, entry);
  });
  return (url) => {
    const path = url.split('?')[0] ?? '';
    return [...known.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []));
  };
}

function patternOf(route: string): RegExp {
  const source = route
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
