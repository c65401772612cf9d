import { objectOf } from '../method-client/one-parameter.js';
import type { Parameters } from '../method-client/signature.js';
import type { Operation } from '../wrapping/wrappable-connector.js';

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** Finds the operation of a request that was made without its method, by its HTTP method and path. */
export class Addresses {
  readonly #routes: readonly Route[];

  /** @param addresses by path of an operation: `PATCH pages/{page_id}`; of several that fit, the first */
  constructor(addresses: Readonly<Record<string, string>>, operations: readonly Operation[]) {
    const known = new Map(operations.map((operation) => [operation.path, operation]));
    this.#routes = Object.entries(addresses).flatMap(([path, address]) => {
      const operation = known.get(path);
      const [method = '', template = ''] = address.split(' ');
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const pattern = new RegExp(`^/*(?:v\\d+/)?${template.replace(/\{\w+\}/g, '([^/]+)')}/*$`);
      return operation ? [{ operation, method, pattern, names }] : [];
    });
  }

  find(method: string, path: string, body: unknown): { operation: Operation; payload: Parameters } | null {
    const [plain = ''] = path.split(/[?#]/);
    for (const { operation, pattern, names, ...route } of this.#routes) {
      const match = route.method === method.toUpperCase() ? pattern.exec(plain) : null;
      if (!match) continue;
      const filled = Object.fromEntries(names.map((name, index) => [name, match[index + 1]]));
      return { operation, payload: { ...objectOf(body), ...filled } };
    }
    return null;
  }
}

/** Returns the path that a server receives: without query and fragment, and without `..`. */
export function pathnameOf(address: string): string {
  return URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost').pathname : '';
}

/** Decodes a part of a path; a part that is not encoded as it should be stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
