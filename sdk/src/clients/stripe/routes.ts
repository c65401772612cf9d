import { objectOf } from '../../method-client/one-parameter.js';
import type { Parameters } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { decoded } from '../addresses.js';

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly pattern: RegExp;
}

type Resource = Record<string, unknown>;

const IDS = ['id', 'second'];

/**
 * Finds the operation of a request, whichever method has made it: `rawRequest`, an alias, a method of another resource.
 */
export class StripeRoutes {
  readonly #routes: readonly Route[];

  constructor(stripe: object, operations: readonly Operation[]) {
    this.#routes = operations.flatMap((operation) => routeOf(stripe, operation) ?? []);
  }

  find(method: string, path: string, body: unknown): { operation: Operation; payload: Parameters } | null {
    const [plain = '', query = ''] = path.split('?');
    for (const { operation, pattern, ...route } of this.#routes) {
      const match = route.method === method ? pattern.exec(plain) : null;
      if (!match) continue;
      const ids = match.slice(1).map((id, index): [string, string] => [IDS[index] ?? 'id', decoded(id)]);
      const inQuery = Object.fromEntries(new URLSearchParams(query));
      return { operation, payload: { ...inQuery, ...objectOf(body), ...Object.fromEntries(ids) } };
    }
    return null;
  }
}

/** Finds the route of a resource's method by calling it on an object that sends nothing. */
function routeOf(stripe: object, operation: Operation): Route | null {
  const names = operation.path.split('.');
  const verb = names.pop() ?? '';
  const resource = names.reduce<unknown>((target, name) => objectOf(target)[name], stripe);
  const method = objectOf(resource)[verb];
  if (typeof method !== 'function') return null;
  let route: Route | null = null;
  const stub: Resource = Object.create(resource as object, {
    _makeRequest: {
      value: (sentBy: unknown, path: unknown) => {
        const source = String(path)
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replace(/BACKSTOPID\d/g, '([^/]+)');
        route = { operation, method: String(sentBy).toUpperCase(), pattern: new RegExp(`^${source}$`) };
        return Promise.resolve();
      },
    },
  });
  try {
    Reflect.apply(method, stub, ['BACKSTOPID0', 'BACKSTOPID1']);
  } catch {
    return null;
  }
  return route;
}
