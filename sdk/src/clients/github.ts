import type { JsonObject } from '../json.js';
import type { MethodClient } from '../method-client/method-client.js';
import { objectOf, oneParameter } from '../method-client/one-parameter.js';
import type { Member, Place, Way } from '../method-client/place.js';
import type { Parameters, Signature, Simulation } from '../method-client/signature.js';
import type { Operation } from '../wrappable-connector.js';
import { type Request, Routes } from './github-routes.js';
import { mayMutate } from './graphql-mutation.js';

type Endpoint = { readonly DEFAULTS?: Parameters; merge?(...args: unknown[]): Parameters };
type Octokit = {
  readonly rest: Record<string, Record<string, unknown>>;
  readonly request: { readonly endpoint: Endpoint };
};

/** Of how a request is sent, and not of what it does. */
const UNRECORDED = ['request', 'mediaType'];
const READING = new Set(['GET', 'HEAD']);

const refuse = (reason: string): Way => ({ kind: 'refuse', reason });
const WRITES = refuse('This writes past the gate; call the method, such as octokit.rest.issues.update().');
const MUTATES = refuse('GraphQL mutations cannot be governed; call the method of octokit.rest that does the same.');
const DERIVES = refuse('defaults() makes a function that nobody governs; give the parameters with each call.');

/** `Octokit` of `octokit` and of `@octokit/rest`. */
export const github: MethodClient = {
  id: 'github',
  expects: 'an Octokit of octokit or @octokit/rest',
  recognises: (client) =>
    'rest' in client && 'graphql' in client && endpointOf((client as Partial<Octokit>).request) !== null,
  place: (client, { operations }) => new OctokitPlace(client as Octokit, operations),
};

class OctokitPlace implements Place {
  readonly path = '';
  readonly #routes = new Routes();
  readonly #scopes = new Map<PropertyKey, Place>();
  readonly #graphql: Member = {
    way: { kind: 'route', route: graphql },
    place: { path: 'graphql', member: (key) => this.#ofGraphql(key) },
  };

  constructor(
    private readonly octokit: Octokit,
    operations: readonly Operation[],
  ) {
    for (const operation of operations) {
      const [scope = '', name = ''] = operation.path.split('.');
      const { method, url } = endpointOf(octokit.rest[scope]?.[name])?.DEFAULTS ?? {};
      if (method && url) this.#routes.add({ operation, template: `${method} ${url}` });
    }
    for (const scope of Object.keys(octokit.rest)) {
      this.#scopes.set(scope, { path: scope, member: (_, value) => this.#method(value) });
    }
  }

  member(key: PropertyKey): Member | undefined {
    if (key === 'rest') return { place: { path: 'rest', member: (scope) => this.#scope(scope) } };
    if (key === 'graphql') return this.#graphql;
    if (key === 'request') return { way: this.#request, place: DERIVING };
    if (key === 'paginate')
      return { way: this.#paginate, place: { path: 'paginate', member: (inner) => this.#ofPaginate(inner) } };
    return this.#scope(key);
  }

  /** `octokit.issues` is `octokit.rest.issues` where there are both. */
  #scope(name: PropertyKey): Member | undefined {
    const place = this.#scopes.get(name);
    return place && { place };
  }

  #method(value: unknown): Member | undefined {
    const { method, url } = endpointOf(value)?.DEFAULTS ?? {};
    if (!method || !url) return undefined;
    const known = this.#routes.template(String(method), String(url));
    const way: Way | null = known ? { kind: 'operation', operation: known.operation, signature: OF_METHOD } : null;
    const route = ([parameters]: readonly unknown[]): Way | null => {
      // Pages are followed by their addresses.
      if (READING.has(String(objectOf(parameters).method ?? method).toUpperCase())) return null;
      return isElsewhere(parameters) ? WRITES : way;
    };
    return { way: { kind: 'route', route }, place: DERIVING };
  }

  readonly #request: Way = {
    kind: 'route',
    route: (args) => {
      const request = this.#requestOf(args);
      if (READING.has(request.method)) return null;
      if (/\/graphql$/.test(request.url)) return mayMutate(request.parameters.query) ? MUTATES : null;
      const found = this.#routes.find(request);
      if (!found) return WRITES;
      return { kind: 'operation', operation: found.route.operation, signature: ofRequest(found) };
    },
  };

  readonly #paginate: Way = {
    kind: 'route',
    route: ([route, parameters]) => {
      const method =
        typeof route === 'function' ? endpointOf(route)?.DEFAULTS?.method : this.#requestOf([route, parameters]).method;
      return READING.has(String(method)) && !isElsewhere(typeof route === 'function' ? parameters : null)
        ? null
        : WRITES;
    },
  };

  #ofPaginate(key: PropertyKey): Member | undefined {
    return key === 'iterator' ? { way: this.#paginate } : undefined;
  }

  #ofGraphql(key: PropertyKey): Member | undefined {
    if (key === 'defaults') return { way: DERIVES };
    return key === 'paginate'
      ? this.#graphql
      : key === 'iterator'
        ? { way: { kind: 'route', route: graphql } }
        : undefined;
  }

  #requestOf(args: readonly unknown[]): Request {
    const merged = this.octokit.request.endpoint.merge?.(...args) ?? {};
    const { method, url, baseUrl, headers: _, mediaType: __, request: ___, ...parameters } = merged;
    return { method: String(method).toUpperCase(), url: String(url), baseUrl: String(baseUrl), parameters };
  }
}

const DERIVING: Place = { path: '', member: (key) => (key === 'defaults' ? { way: DERIVES } : undefined) };

function graphql([query]: readonly unknown[]): Way | null {
  return mayMutate(typeof query === 'object' && query !== null ? objectOf(query).query : query) ? MUTATES : null;
}

/** Parameters can say another method or another address than that of the method they are given to. */
function isElsewhere(parameters: unknown): boolean {
  return ['method', 'url', 'baseUrl'].some((name) => Object.hasOwn(objectOf(parameters), name));
}

const OF_METHOD: Signature = oneParameter({ unrecorded: UNRECORDED, isSecret, response: answerOf, simulate });

/** `octokit.request('PATCH /repos/…', parameters)`: run as it was asked for, or as the route with what was approved. */
function ofRequest({ route, parameters }: { route: { template: string }; parameters: Parameters }): Signature {
  return {
    read: (args) => {
      const { headers } = objectOf(args.at(-1));
      return { ...parameters, ...(headers !== undefined && { headers }) };
    },
    write: (edited, args) => {
      const kept = Object.entries(objectOf(args.at(-1))).filter(([name]) => UNRECORDED.includes(name));
      return [route.template, { ...Object.fromEntries(kept), ...edited }];
    },
    isSecret,
    response: answerOf,
    simulate,
  };
}

function isSecret([first, second = '']: readonly string[]): boolean {
  return first === 'headers' && second.toLowerCase() === 'authorization';
}

function answerOf(value: unknown): unknown {
  const { status, data } = objectOf(value);
  return { status, data };
}

function simulate({ path, payload, actionId }: Simulation): unknown {
  if (/\.(delete|remove)/.test(path)) return { status: 204, url: '', headers: {}, data: undefined };
  const data: JsonObject = { id: 0, number: 0, ...payload, node_id: `simulated_${actionId}` };
  return { status: /\.create/.test(path) ? 201 : 200, url: '', headers: {}, data };
}

function endpointOf(method: unknown): Endpoint | null {
  const endpoint = (method as { endpoint?: Endpoint } | null | undefined)?.endpoint;
  return typeof method === 'function' && endpoint ? endpoint : null;
}
