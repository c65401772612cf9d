import type { CallRule, InterceptedMember, Interceptor, Run } from '../../method-client/interceptor.js';
import { objectOf } from '../../method-client/one-parameter.js';
import { overridesMethod } from '../../method-client/reading.js';
import { copied } from '../../method-client/recording/copied.js';
import type { Parameters, Signature } from '../../method-client/signature.js';
import { type UnnamedRequest, unnamedCall, unnamedPayload } from '../../method-client/unnamed-call.js';
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
 * the factory of its requests for the address, before anything is built.
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
        const sent = rawRequestOf(request);
        const operation = this.addresses.find(sent.method, pathnameOf(sent.path), undefined)?.operation ?? unnamed;
        const run: Run = { args: [request], call: (...args) => Reflect.apply(method, target, args) };
        const isRead = isReading(sent) && !overridesMethod({ path: sent.path, headers: request.headers });
        return isRead
          ? { kind: 'read', path: 'apiRequest', run }
          : { ...unnamedCall(operation, () => unnamedPayload(rawRequestOf(request)), { simulate }), run };
      },
    };
  }

  #rule(key: string, target: object, unnamed: Operation): CallRule {
    const path = this.path === '' ? key : `${this.path}.${key}`;
    const sent = (args: readonly unknown[]): UnnamedRequest => {
      const request = requestOf(target, key.replace(/WithHttpInfo$/, ''), args);
      if (request === 'none') return { method: 'GET', path };
      const bodies = args.filter((arg) => typeof arg === 'object' && arg !== null);
      const body = bodies.length > 1 ? bodies : bodies[0];
      return request ? { ...request, body } : { method: 'CALL', path, body: [...args] };
    };
    const rule = unnamedCall(unnamed, (args) => unnamedPayload(sent(args)), { simulate });
    return { kind: 'route', route: (args) => (isReading(sent(args)) ? null : rule) };
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

/** The request of `apiRequest`, whose address the client makes in this way. */
function rawRequestOf({ method = 'GET', path = '', overlapUrl, body, qs }: Parameters): UnnamedRequest {
  const address = String(overlapUrl || path);
  const query = qs ? `?${new URLSearchParams(qs as Record<string, string>)}` : '';
  return { method: String(method), path: address + query, body };
}

function isReading({ method, path }: UnnamedRequest): boolean {
  if (/^(GET|HEAD)$/i.test(method)) return true;
  return method.toUpperCase() === 'POST' && LOOKING.test(pathnameOf(path));
}

/**
 * Returns the request of a method, without its body; undefined if it cannot be determined, `none` if the client itself
 * will refuse these arguments.
 */
function requestOf(target: object, name: string, args: readonly unknown[]): UnnamedRequest | 'none' | undefined {
  const factory: unknown = objectOf(Reflect.get(target, 'api')).requestFactory;
  const build = objectOf(factory)[name];
  if (typeof build !== 'function') return undefined;
  const own = Array.from({ length: build.length - 1 }, (_, index) => args[index]);
  const ask = (given: readonly unknown[], makeRequestContext: Method): void => {
    const built: unknown = Reflect.apply(build as Method, factory, [...given, { baseServer: { makeRequestContext } }]);
    if (built instanceof Promise) built.catch(() => undefined);
  };
  const found: UnnamedRequest[] = [];
  ask(own, (path, method) => {
    found.push({ method: String(method), path: String(path) });
    throw new Error('Nothing is sent.');
  });
  const [request] = found;
  if (!request) return 'none';
  const query = new URLSearchParams();
  // A form would take hold of the stream of a file, so the factory gets no contents when it goes on to the query.
  const contentless = own.map((arg) => (typeof arg === 'object' && arg !== null && !Array.isArray(arg) ? {} : arg));
  ask(contentless, () => ({
    setHeaderParam: () => undefined,
    setQueryParam: (name: string, value: string) => query.set(name, value),
    appendQueryParam: (name: string, value: string) => query.append(name, value),
  }));
  return query.size > 0 ? { ...request, path: `${request.path}?${query}` } : request;
}
