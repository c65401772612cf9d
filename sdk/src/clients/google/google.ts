import type { CallRule, InterceptedMember, Interceptor, Run } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { objectOf, oneParameter } from '../../method-client/one-parameter.js';
import type { Outgoing } from '../../method-client/outgoing.js';
import type { Parameters, Signature, Simulation } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { type Adapter, clientProxy, counted } from './client-proxy.js';
import { heldCall } from './held.js';

interface GoogleApi {
  readonly id: string;
  /** The function that makes such a client: `gmail` of `google.gmail()`. */
  readonly factory: string;
  /** Members by which it is known. */
  readonly members: Readonly<Record<string, string>>;
  /** The text before the operation's path: `users.` */
  readonly prefix?: string;
}

type OperationRule = CallRule & { readonly kind: 'operation' };

/** Options that would send another request than that of the method. */
const ELSEWHERE = ['url', 'method', 'data', 'body'];
const REDIRECTED: CallRule = {
  kind: 'refuse',
  reason: `Options that name ${ELSEWHERE.join(', ')} write past the gate; give parameters to the method instead.`,
  rejects: true,
};

const SIGNATURE: Signature = withRequestBody({
  ...oneParameter({
    // A credential is no argument of the call.
    unrecorded: ['auth'],
    callback: 'instead',
    response: (value) => objectOf(value).data,
    simulate,
  }),
  abortError,
});

export const gmail = googleClient({
  id: 'gmail',
  factory: 'gmail',
  members: { users: 'getProfile' },
  prefix: 'users.',
});
export const gcal = googleClient({
  id: 'gcal',
  factory: 'calendar',
  members: { events: 'insert', calendarList: 'insert' },
});
export const gdrive = googleClient({
  ...{ id: 'gdrive', factory: 'drive' },
  members: { files: 'create', permissions: 'create', drives: 'create' },
});

/** One API of `googleapis` or of its own `@googleapis/…` package; or `googleapis` itself, which makes such clients. */
function googleClient({ id, factory, members, prefix = '' }: GoogleApi): MethodClient {
  const has = (client: object, [name, method]: readonly [string, string]) =>
    typeof objectOf(Reflect.get(client, name))[method] === 'function';
  const isApi = (client: object) => 'context' in client && Object.entries(members).every((one) => has(client, one));
  const isFactory = (client: object) => 'auth' in client && typeof Reflect.get(client, factory) === 'function';
  return {
    id,
    expects: `a client that ${factory}() of googleapis or @googleapis/${factory} has made, or googleapis itself`,
    recognises: (client) => isApi(client) || isFactory(client),
    sending: (client, outgoing) => clientProxy(client, outgoing),
    interceptor: (client, { operations }, outgoing) => {
      const known = new Map(operations.map((operation) => [prefix + operation.path, operation]));
      const api = new ApiInterceptor('', known, outgoing);
      if (isApi(client)) return api;
      // Writes to other APIs have no name among the operations of this one.
      const other = new ApiInterceptor('', new Map(), outgoing);
      const makes = (key: string, own: unknown, target: object): CallRule => ({
        kind: 'route',
        route: (args) => {
          const make = () => {
            const made = Reflect.apply(own as (...args: unknown[]) => object, target, args);
            return outgoing ? clientProxy(made, outgoing) : made;
          };
          return { kind: 'factory', interceptor: key === factory ? api : other, make };
        },
      });
      return {
        path: '',
        member: (key, value, target) => {
          if (typeof key !== 'string' || typeof value !== 'function' || !Object.hasOwn(target, key)) return undefined;
          return { rule: makes(key, value, target) };
        },
      };
    },
  };
}

class ApiInterceptor implements Interceptor {
  readonly #interceptors = new Map<string, Interceptor>();

  constructor(
    readonly path: string,
    private readonly operations: ReadonlyMap<string, Operation>,
    private readonly outgoing: Outgoing | null,
  ) {}

  member(key: PropertyKey, value: unknown, target: object): InterceptedMember | undefined {
    if (typeof key !== 'string' || key === 'context' || key === 'constructor' || key.startsWith('_')) return undefined;
    const path = this.path === '' ? key : `${this.path}.${key}`;
    if (typeof value === 'function') return this.#method(path, (...args) => Reflect.apply(value, target, args));
    const interceptor = this.#interceptors.get(key) ?? new ApiInterceptor(path, this.operations, this.outgoing);
    this.#interceptors.set(key, interceptor);
    return { interceptor };
  }

  #method(path: string, call: Run['call']): InterceptedMember {
    const operation = this.operations.get(path);
    const named: OperationRule | null = operation ? { kind: 'operation', operation, signature: SIGNATURE } : null;
    const unnamed: CallRule | null = this.outgoing && { kind: 'instead', call: heldCall(path, this.outgoing) };
    const route = (args: readonly unknown[]): CallRule | null => {
      if (ELSEWHERE.some((name) => name in objectOf(args[1]))) return REDIRECTED;
      return (named && throughAdapter(named, call, args)) ?? unnamed;
    };
    return { rule: { kind: 'route', route } };
  }
}

/** An adapter among the options of the call takes the place of the one that counts. */
function throughAdapter(rule: OperationRule, call: Run['call'], args: readonly unknown[]): CallRule {
  if (typeof objectOf(args[1]).adapter !== 'function') return rule;
  const counting =
    ({ adapter }: Parameters): Adapter =>
    (request, send) =>
      counted(() => (adapter as Adapter)(request, send));
  const own = args.filter((arg) => typeof arg !== 'function');
  return {
    ...rule,
    run: {
      args: own,
      call: (sent, options) => call(sent, { ...objectOf(options), adapter: counting(objectOf(options)) }),
    },
  };
}

/** The client puts an error of its own around the reason. The adapter in the place of the client's own sends nothing. */
async function abortError(
  [parameters, options]: readonly unknown[],
  reason: unknown,
  call: (args: readonly unknown[]) => unknown,
): Promise<unknown> {
  const adapter: Adapter = () => Promise.reject(reason);
  try {
    await call([parameters, { ...objectOf(options), adapter }]);
    return reason;
  } catch (error) {
    return error;
  }
}

/** `resource` is what `requestBody` was called before. */
function withRequestBody(signature: Signature): Signature {
  return {
    ...signature,
    read: (args) => {
      const { resource, ...rest } = signature.read(args);
      return resource === undefined || rest.requestBody !== undefined
        ? { ...rest, ...(resource !== undefined && { resource }) }
        : { ...rest, requestBody: resource };
    },
    write: (edited, [parameter, ...rest]) => {
      const { auth } = objectOf(parameter);
      return [{ ...(auth !== undefined && { auth }), ...edited }, ...rest];
    },
  };
}

function simulate({ path, payload, actionId }: Simulation): unknown {
  const isRemoval = /\.(delete|clear|emptyTrash|batchDelete)$/.test(path);
  const id = payload.id ?? payload.eventId ?? payload.fileId ?? `simulated_${actionId}`;
  const data = isRemoval ? '' : { id, ...objectOf(payload.requestBody) };
  return {
    config: {},
    data,
    status: isRemoval ? 204 : 200,
    statusText: 'OK',
    headers: {},
    request: { responseURL: '' },
  };
}
