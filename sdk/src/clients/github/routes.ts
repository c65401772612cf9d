import type { Parameters } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { decoded } from '../addresses.js';

export interface Route {
  readonly operation: Operation;
  /** `PATCH /repos/{owner}/{repo}/issues/{issue_number}` */
  readonly template: string;
}

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly baseUrl: string;
  /** The parameters without those that decide how the request is sent. */
  readonly parameters: Parameters;
}

/** Finds the operation of a request, in whichever form it was written. */
export class Routes {
  readonly #byTemplate = new Map<string, Route>();
  /** @param of the client that owns the routes */
  constructor(readonly of: object) {}

  readonly #patterns: { route: Route; method: string; pattern: RegExp; names: readonly string[] }[] = [];

  add(route: Route): void {
    const [method = '', url = ''] = route.template.split(' ');
    this.#byTemplate.set(route.template, route);
    const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    // Paths of files and names of refs go over several segments.
    const source = url
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{(\w+)\}/g, (_, name) => (/^(path|ref)$/.test(name) ? '(.+)' : '([^/]+)'));
    this.#patterns.push({ route, method, names, pattern: new RegExp(`^${source}$`) });
  }

  get operations(): readonly Operation[] {
    return [...this.#byTemplate.values()].map(({ operation }) => operation);
  }

  template(method: string, url: string): Route | undefined {
    return this.#byTemplate.get(`${method} ${url}`);
  }

  /** Finds the route, with the parameters of a filled-in path. Null if no operation is known by that path. */
  find({ method, url, baseUrl, parameters }: Request): { route: Route; parameters: Parameters } | null {
    const whole = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
    const named = this.template(method, whole);
    if (named) return { route: named, parameters };
    const [path = '', query = ''] = whole.split('#')[0]?.split('?') ?? [];
    if (path.includes('{')) return null;
    const numbered = /^\/repositories\/(\d+)\//.exec(path)?.[1];
    const asNamed = numbered === undefined ? path : path.replace(/^\/repositories\/\d+/, '/repos/_/_');
    for (const { route, names, pattern, ...other } of this.#patterns) {
      const match = other.method === method ? pattern.exec(asNamed) : null;
      if (!match) continue;
      const filled = names
        .map((name, index): [string, unknown] => [name, typed(name, decoded(match[index + 1] ?? ''))])
        .filter(([name]) => numbered === undefined || !/^(owner|repo)$/.test(name));
      const own = { ...Object.fromEntries(new URLSearchParams(query)), ...parameters, ...Object.fromEntries(filled) };
      return { route, parameters: numbered === undefined ? own : { ...own, repository_id: Number(numbered) } };
    }
    return null;
  }
}

/** Numbers of issues and the like are numbers in the methods' parameters. */
function typed(name: string, text: string): string | number {
  return /_(number|id)$/.test(name) && /^\d{1,15}$/.test(text) ? Number(text) : text;
}
