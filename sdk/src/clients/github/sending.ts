import { UngovernedCallError } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import { objectOf } from '../../method-client/one-parameter.js';
import { isRead, Outgoing, type Sent } from '../../method-client/outgoing.js';
import { copied } from '../../method-client/recording/copied.js';
import { isPlain } from '../../method-client/recording/recorded.js';
import { currentRepeats, type Fetch } from '../../method-client/repeats.js';
import type { Parameters } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { mayMutate } from '../graphql-mutation.js';
import { possibleOwners } from './plugin-calls.js';
import { type Request, Routes } from './routes.js';

export interface Endpoint {
  readonly DEFAULTS?: Parameters;
  merge?(...args: unknown[]): Parameters;
}

export interface Octokit {
  readonly rest: Record<string, Record<string, unknown>>;
  readonly request: { readonly endpoint: Endpoint };
}

export type Send = (options: Parameters) => unknown;
interface Hooked {
  readonly hook: { wrap(name: 'request', hook: (send: Send, options: Parameters) => unknown): void };
}

/** Matches only the address itself: no query, and nothing that octokit fills in by rules that are not known here. */
const GRAPHQL = /^[\w./~-]*\/graphql$/;
/** Parameters of a GraphQL request. With any other one it may be another document, which the server already knows. */
const OF_GRAPHQL = new Set(['query', 'variables', 'operationName']);

const SEVERAL_OWNERS =
  'A plug-in sends a request later than it was called, and several wrapped clients have called it: it is not known for which of them this one is.';

/** Octokits whose requests check for the wrapper. */
const asking = new WeakSet<object>();
const routes = new WeakMap<Outgoing, Routes>();

/**
 * Returns the same octokit, whose requests check whether they come through a wrapper; all others go out as before. The
 * hook is the outermost one, so that a request that a plugin repeats is asked for once.
 */
export function octokitSending(octokit: Octokit, outgoing: Outgoing, operations: readonly Operation[]): Octokit {
  routes.set(outgoing, routesOf(octokit, operations));
  if (asking.has(octokit)) return octokit;
  asking.add(octokit);
  (octokit as unknown as Hooked).hook.wrap('request', (send, options) => {
    const current = Outgoing.current();
    if (current && routes.get(current)?.of === octokit) return askedFor(options, send, current);
    const [borrower = null, other] = possibleOwners(octokit);
    if (other && !isRead(sentOf(options, routesOf(octokit, []))))
      return Promise.reject(new UngovernedCallError(SEVERAL_OWNERS));
    return askedFor(options, send, borrower);
  });
  return octokit;
}

/** The options are read once, and sent so: other hooks hold the same object. */
export function askedFor(options: Parameters, send: Send, outgoing: Outgoing | null): unknown {
  const known = outgoing && routes.get(outgoing);
  if (!known) return send(options);
  const own = copied(options) as Parameters;
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(options, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return outgoing.send(sentOf(options, known), () => {
    const repeats = currentRepeats();
    if (!repeats) return send(options);
    const { fetch = globalThis.fetch, ...request } = objectOf(options.request);
    // Plugins that repeat a request give the transport these very options each time.
    return send(Object.assign(options, { request: { ...request, fetch: repeats.counting(fetch as Fetch) } }));
  });
}

/** Routes of the operations, as the octokit's own methods say them. */
export function routesOf(octokit: Octokit, operations: readonly Operation[]): Routes {
  const all = new Routes(octokit);
  for (const operation of operations) {
    const [scope = '', name = ''] = operation.path.split('.');
    const { method, url } = endpointOf(octokit.rest[scope]?.[name])?.DEFAULTS ?? {};
    if (method && url) all.add({ operation, template: `${method} ${url}` });
  }
  return all;
}

export function requestOf({ request }: Octokit, args: readonly unknown[]): Request {
  return ofOptions(request.endpoint.merge?.(...args) ?? {});
}

export function endpointOf(method: unknown): Endpoint | null {
  const endpoint = (method as { endpoint?: Endpoint } | null | undefined)?.endpoint;
  return typeof method === 'function' && endpoint ? endpoint : null;
}

function ofOptions(options: Parameters): Request {
  const { method, url, baseUrl, headers: _, mediaType: __, request: ___, ...parameters } = options;
  return { method: String(method).toUpperCase(), url: String(url), baseUrl: String(baseUrl), parameters };
}

function sentOf(options: Parameters, known: Routes): Sent {
  const request = ofOptions(options);
  const { method, url, baseUrl, parameters } = request;
  const found = known.find(request);
  const { host, path } = addressOf(url, baseUrl, parameters);
  return {
    method,
    path,
    host,
    body: parameters,
    headers: options.headers,
    signal: objectOf(options.request).signal,
    reads: readsGraphql(method, path, parameters),
    // The names of the methods do not show which change a mutation makes.
    mayDo: /\/graphql\b/i.test(path) ? known.operations.map(({ apiName }) => apiName) : [],
    named: found && { operation: found.route.operation, payload: found.parameters },
    simulate: ({ body }: JsonObject, actionId) => ({
      status: 200,
      url: '',
      headers: {},
      data: { ...objectOf(body), id: 0, node_id: `simulated_${actionId}` },
    }),
  };
}

/** Tells whether a GraphQL request only reads; undefined if the method decides that. */
function readsGraphql(method: string, path: string, parameters: Parameters): boolean | undefined {
  // `data` is sent instead of all other parameters.
  const body = 'data' in parameters ? objectOf(parameters.data) : parameters;
  if (method === 'POST' && GRAPHQL.test(path)) {
    const isDocument = isPlain(body) && Object.keys(body).every((name) => OF_GRAPHQL.has(name));
    return isDocument && !mayMutate(body.query);
  }
  // A server may take a document from the query of a GET as well.
  const [address = '', query = ''] = path.split('?');
  const documents = [...new URLSearchParams(query).getAll('query'), parameters.query];
  const isAsked = GRAPHQL.test(address) && documents.some((one) => one !== undefined && mayMutate(one));
  return isAsked ? false : undefined;
}

/** Returns the address with the parameters' values in place of `{owner}`. */
function addressOf(url: string, baseUrl: string, parameters: Parameters): { host: string; path: string } {
  const filled = url.replace(/\{(\w+)\}/g, (whole, name) =>
    parameters[name] === undefined ? whole : encodeURIComponent(String(parameters[name])),
  );
  try {
    const { host, pathname, search } = new URL(/^https?:/.test(filled) ? filled : `${baseUrl}${filled}`);
    return { host, path: pathname + search };
  } catch {
    return { host: baseUrl, path: filled };
  }
}
