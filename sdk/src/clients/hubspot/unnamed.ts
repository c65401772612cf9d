import type { CallRule, InterceptedMember, Interceptor, Run } from '../../method-client/interceptor.js';
import { objectOf } from '../../method-client/one-parameter.js';
import { overridesMethod } from '../../method-client/reading.js';
import { copied } from '../../method-client/recording/copied.js';
import type { Parameters, Signature } from '../../method-client/signature.js';
import { unnamedCall } from '../../method-client/unnamed-call.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { type Addresses, pathnameOf } from '../addresses.js';
import { carriesMethods, isUniversal } from '../members.js';

type Method = (...args: unknown[]) => unknown;

/** Requests that look although their method is POST. */
const LOOKING = /\/(search|batch\/read|batch-read)$/;
/** Members of the client that change nothing but the client, and helpers that page through reads. */
const LOCAL = new Set<PropertyKey>([
  'setAccessToken',
  'setApiKey',
  'setDeveloperApiKey',
  'init',
  'getDecorators',
  'getAll',
]);
const INNER: CallRule = {
  kind: 'refuse',
  reason: 'This is inside of the client; call the method of the client itself.',
};

/**
 * Governs the parts of a HubSpot client that have no name of their own. To find the request of an API's method, it asks
 * the factory of its requests before anything is built.
 */
export class UnnamedInterceptor implements Interceptor {
  constructor(
    readonly path: string,
    private readonly unnamed: Operation | null,
    private readonly addresses: Addresses,
  ) {}

  inner(name: string): UnnamedInterceptor {
    return new UnnamedInterceptor(this.path === '' ? name : `${this.path}.${name}`, this.unnamed, this.addresses);
  }

  member(key: PropertyKey, value: unknown, target: object): InterceptedMember | undefined {
    if (typeof key !== 'string' || key === 'config' || this.unnamed === null) return undefined;
    if (typeof value === 'object') {
      if (!carriesMethods(value)) return undefined;
      return { interceptor: key === 'api' && 'requestFactory' in value ? OBSERVABLE : this.inner(key) };
    }
    if (typeof value !== 'function' || isUniversal(key, value) || key === 'constructor' || LOCAL.has(key))
      return undefined;
    return {
      rule:
        key === 'apiRequest' && this.path === ''
          ? this.#raw(this.unnamed, value as Method, target)
          : this.#rule(key, target, this.unnamed),
    };
  }

  /** Governs `apiRequest({ method, path, … })`. A copy is sent, so that the classified request is the one that runs. */
  #raw(unnamed: Operation, method: Method, target: object): CallRule {
    return {
      kind: 'route',
      route: ([given]) => {
        const request = objectOf(copied(given));
        const { method: verb = 'GET', path = '', overlapUrl, body, headers, qs } = request;
        const address = String(overlapUrl || path);
        const describe = () => described(String(verb), address, body);
        const operation = this.addresses.find(String(verb), pathnameOf(address), undefined)?.operation ?? unnamed;
        const run: Run = { args: [request], call: (...sent) => Reflect.apply(method, target, sent) };
        const isRead = isReading(describe()) && !overridesMethod({ path: address, headers, parameters: qs });
        return isRead
          ? { kind: 'read', path: 'apiRequest', run }
          : { ...unnamedCall(operation, describe, { simulate }), run };
      },
    };
  }

  #rule(key: string, target: object, unnamed: Operation): CallRule {
    const path = this.path === '' ? key : `${this.path}.${key}`;
    const describe = (args: readonly unknown[]): Parameters => {
      const request = requestOf(target, key.replace(/WithHttpInfo$/, ''), args);
      if (request === 'none') return described('GET', path, undefined);
      const bodies = args.filter((arg) => typeof arg === 'object' && arg !== null);
      const body = bodies.length > 1 ? bodies : bodies[0];
      return request ? described(request.method, request.path, body) : described('CALL', path, [...args]);
    };
    const rule = unnamedCall(unnamed, describe, { simulate });
    return { kind: 'route', route: (args) => (isReading(describe(args)) ? null : rule) };
  }
}

/**
 * Governs the inner objects of an API: the same methods, which return observables, and the objects with which they
 * send.
 */
const OBSERVABLE: Interceptor = {
  member: (key, value) => {
    if (typeof key !== 'string' || isUniversal(key, value)) return undefined;
    if (typeof value === 'function') return { rule: INNER };
    return carriesMethods(value) ? { interceptor: OBSERVABLE } : undefined;
  },
};

const simulate: Signature['simulate'] = ({ actionId }) => ({ id: `simulated_${actionId}`, properties: {} });

function described(method: string, path: string, body: unknown): Parameters {
  return { method: method.toUpperCase(), path, ...(body !== undefined && { body }) };
}

function isReading({ method, path }: Parameters): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return method === 'POST' && LOOKING.test(pathnameOf(String(path)));
}

/**
 * Returns the request of a method; undefined if it cannot be determined, `none` if the client itself will refuse these
 * arguments.
 */
function requestOf(
  target: object,
  name: string,
  args: readonly unknown[],
): { method: string; path: string } | 'none' | undefined {
  const factory: unknown = objectOf(Reflect.get(target, 'api')).requestFactory;
  const build = objectOf(factory)[name];
  if (typeof build !== 'function') return undefined;
  let request: { method: string; path: string } | 'none' = 'none';
  const makeRequestContext = (path: unknown, method: unknown) => {
    request = { method: String(method), path: String(path) };
    throw new Error('Nothing is sent.');
  };
  const own = args.slice(0, build.length - 1);
  while (own.length < build.length - 1) own.push(undefined);
  const built: unknown = Reflect.apply(build as Method, factory, [...own, { baseServer: { makeRequestContext } }]);
  if (built instanceof Promise) built.catch(() => undefined);
  return request;
}
