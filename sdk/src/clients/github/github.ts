import type { JsonObject } from '../../json.js';
import type { CallRule, InterceptedMember, Interceptor, Run } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { objectOf, oneParameter } from '../../method-client/one-parameter.js';
import type { Outgoing } from '../../method-client/outgoing.js';
import { readsByMethod } from '../../method-client/reading.js';
import type { Parameters, Signature, Simulation } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { mayMutate } from '../graphql-mutation.js';
import { carriesMethods, isUniversal } from '../members.js';
import { OF_HOOKS } from './hooks.js';
import { ownArguments } from './own-arguments.js';
import { runPluginCall } from './plugin-calls.js';
import type { Routes } from './routes.js';
import { endpointOf, type Octokit, octokitSending, requestOf, routesOf } from './sending.js';

const READING = new Set(['GET', 'HEAD']);

/** Parameters that decide how a request is sent, and not its effect. */
const UNRECORDED = ['request', 'mediaType'];

const refuse = (reason: string): CallRule => ({ kind: 'refuse', reason });
const DERIVES = refuse('defaults() makes a function that is not governed; give the parameters with each call.');
const PAGES = refuse('An iterator reads pages, and is given what reads; call the method itself to write.');
const PLUMBING: CallRule = { kind: 'plumbing' };
/** Types of `octokit.auth()` that end a token instead of making one. */
const ENDING_AUTH = new Set<unknown>(['delete', 'deleteAuthorization', 'reset']);

/** `Octokit` of `octokit` and of `@octokit/rest`. */
export const github: MethodClient = {
  id: 'github',
  expects: 'an Octokit of octokit or @octokit/rest',
  recognises: (client) =>
    'rest' in client && 'graphql' in client && endpointOf((client as Partial<Octokit>).request) !== null,
  sending: (client, outgoing, { operations }) => octokitSending(client as Octokit, outgoing, operations),
  interceptor: (client, { operations }, outgoing) => new OctokitInterceptor(client as Octokit, operations, outgoing),
};

class OctokitInterceptor implements Interceptor {
  readonly path = '';
  readonly #byTemplate: Routes;
  readonly #scopes = new Map<PropertyKey, Interceptor>();
  readonly #members: ReadonlyMap<PropertyKey, InterceptedMember>;

  constructor(
    private readonly octokit: Octokit,
    operations: readonly Operation[],
    private readonly outgoing: Outgoing | null,
  ) {
    this.#byTemplate = routesOf(octokit, operations);
    for (const scope of Object.keys(octokit.rest)) {
      this.#scopes.set(scope, { path: scope, member: (_, value) => this.#method(value) });
    }
    const iterates: CallRule = {
      kind: 'route',
      route: (given) => {
        const args = ownArguments(octokit, outgoing, given);
        return this.#reads(args) ? entering(args) : PAGES;
      },
    };
    const auth: CallRule = {
      kind: 'route',
      route: ([options]) => (ENDING_AUTH.has(objectOf(options).type) ? null : PLUMBING),
    };
    const ofPaginate: Interceptor = { member: (key) => (key === 'iterator' ? { rule: iterates } : undefined) };
    const enters: CallRule = { kind: 'route', route: (args) => entering(ownArguments(octokit, outgoing, args)) };
    const ofGraphql: Interceptor = {
      member: (key) => (key === 'paginate' ? { rule: enters } : OF_GRAPHQL.member(key, undefined, octokit)),
    };
    this.#members = new Map<PropertyKey, InterceptedMember>([
      ['rest', { interceptor: { path: 'rest', member: (scope) => this.#scope(scope) } }],
      ['graphql', { rule: enters, interceptor: ofGraphql }],
      ['request', { rule: this.#asking(octokit.request, (args) => this.#requested(args)), interceptor: DERIVING }],
      ['paginate', { rule: enters, interceptor: ofPaginate }],
      ['auth', { rule: auth }],
      ['hook', { interceptor: OF_HOOKS }],
    ]);
  }

  member(key: PropertyKey, value: unknown): InterceptedMember | undefined {
    return this.#members.get(key) ?? this.#scope(key) ?? this.#ofPlugin(key, value);
  }

  /** A plug-in has added the member. It may keep a request, and send it when nothing shows who has asked for it. */
  #ofPlugin(key: PropertyKey, value: unknown): InterceptedMember | undefined {
    if (key === 'hook' || key === 'log' || typeof key !== 'string' || isUniversal(key, value)) return undefined;
    const { octokit, outgoing } = this;
    if (typeof value !== 'function' || outgoing === null)
      return carriesMethods(value)
        ? { interceptor: { member: (name, inner) => this.#ofPlugin(name, inner) } }
        : undefined;
    return {
      rule: { kind: 'instead', call: (_, method, args) => runPluginCall(octokit, outgoing, () => method(...args)) },
    };
  }

  /** `octokit.issues` is `octokit.rest.issues` where there are both. */
  #scope(name: PropertyKey): InterceptedMember | undefined {
    const interceptor = this.#scopes.get(name);
    return interceptor && { interceptor };
  }

  #method(value: unknown): InterceptedMember | undefined {
    const { method, url } = endpointOf(value)?.DEFAULTS ?? {};
    if (!method || !url) return undefined;
    const known = this.#byTemplate.template(String(method), String(url));
    const rule: CallRule | null = known
      ? { kind: 'operation', operation: known.operation, signature: OF_METHOD }
      : null;
    // A call with another method or address than its own is classified when it is sent.
    const route = ([parameters]: readonly unknown[]): CallRule | null => (isElsewhere(parameters) ? null : rule);
    return { rule: this.#asking(value, route), interceptor: DERIVING };
  }

  #asking(method: unknown, ruleOf: (args: readonly unknown[]) => CallRule | null): CallRule {
    const route = (given: readonly unknown[]): CallRule | null => {
      const args = ownArguments(this.octokit, this.outgoing, given);
      const rule = ruleOf(args);
      if (rule?.kind !== 'operation') return rule ?? entering(args);
      return { ...rule, run: { args, call: method as Run['call'] } };
    };
    return { kind: 'route', route };
  }

  #requested(args: readonly unknown[]): CallRule | null {
    const request = requestOf(this.octokit, args);
    const found = READING.has(request.method) ? null : this.#byTemplate.find(request);
    return found && { kind: 'operation', operation: found.route.operation, signature: ofRequest(found) };
  }

  #reads([route, given]: readonly unknown[]): boolean {
    const parameters = objectOf(given);
    const method = String(
      parameters.method ?? endpointOf(route)?.DEFAULTS?.method ?? requestOf(this.octokit, [route, given]).method,
    );
    const path = typeof route === 'string' ? route : String(parameters.url ?? objectOf(route).url);
    return readsByMethod({ method, path, headers: parameters.headers ?? objectOf(route).headers, parameters });
  }
}

/** The method is called unchanged: its requests are classified when they are sent. */
function entering(args: readonly unknown[]): CallRule {
  return { kind: 'instead', call: (_target, method) => method(...args) };
}

const DERIVING: Interceptor = { path: '', member: (key) => (key === 'defaults' ? { rule: DERIVES } : undefined) };

/** Its pages are asked for later, where it cannot be known for whom. */
const OF_GRAPHQL: Interceptor = {
  member: (key) => {
    if (key === 'defaults') return { rule: DERIVES };
    const route = ([query]: readonly unknown[]) => (mayMutate(query) ? PAGES : null);
    return key === 'iterator' ? { rule: { kind: 'route', route } } : undefined;
  },
};

/** Parameters can say another method or another address than that of the method they are given to. */
function isElsewhere(parameters: unknown): boolean {
  return ['method', 'url', 'baseUrl'].some((name) => Object.hasOwn(objectOf(parameters), name));
}

const OF_METHOD: Signature = oneParameter({ unrecorded: UNRECORDED, isSecret, response: answerOf, simulate });

/**
 * Reads `octokit.request('PATCH /repos/…', parameters)`: it runs as it was asked for, or as the route with the approved
 * arguments.
 */
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

/** The headers that distinguish an answer from every other one. */
const MARKS = ['date', 'etag', 'x-github-request-id'];

function answerOf(value: unknown): unknown {
  const { status, headers, data } = objectOf(value);
  const marks = Object.entries(objectOf(headers)).filter(([name]) => MARKS.includes(name));
  return { status, ...(marks.length > 0 && { headers: Object.fromEntries(marks) }), data };
}

function simulate({ path, payload, actionId }: Simulation): unknown {
  if (/\.(delete|remove)/.test(path)) return { status: 204, url: '', headers: {}, data: undefined };
  const data: JsonObject = { id: 0, number: 0, ...payload, node_id: `simulated_${actionId}` };
  return { status: /\.create/.test(path) ? 201 : 200, url: '', headers: {}, data };
}
