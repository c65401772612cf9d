import type { MethodClient } from '../../method-client/method-client.js';
import { objectOf, oneParameter } from '../../method-client/one-parameter.js';
import type { Outgoing } from '../../method-client/outgoing.js';
import type { Member, Place, Way } from '../../method-client/place.js';
import type { Signature, Simulation } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { heldCall } from './held.js';
import { contextPlace, googleTwin } from './twin.js';

interface GoogleApi {
  readonly id: string;
  /** Of the function that makes such a client: `gmail` of `google.gmail()`. */
  readonly factory: string;
  /** Members by which it is known. */
  readonly members: readonly string[];
  /** What comes before the operation's path: `users.` */
  readonly prefix?: string;
}

/** Options that would send another request than that of the method. */
const ELSEWHERE = ['url', 'method', 'data', 'body'];
const REDIRECTED: Way = {
  kind: 'refuse',
  reason: `Options that name ${ELSEWHERE.join(', ')} write past the gate; give parameters to the method instead.`,
  rejects: true,
};

const SIGNATURE: Signature = withRequestBody(
  oneParameter({
    // A credential is no argument of the call.
    unrecorded: ['auth'],
    callback: 'instead',
    response: (value) => objectOf(value).data,
    simulate,
  }),
);

export const gmail = googleClient({ id: 'gmail', factory: 'gmail', members: ['users'], prefix: 'users.' });
export const gcal = googleClient({ id: 'gcal', factory: 'calendar', members: ['events', 'calendarList'] });
export const gdrive = googleClient({ id: 'gdrive', factory: 'drive', members: ['files', 'permissions', 'drives'] });

/** One API of `googleapis` or of its own `@googleapis/…` package; or `googleapis` itself, which makes such clients. */
function googleClient({ id, factory, members, prefix = '' }: GoogleApi): MethodClient {
  const isApi = (client: object) => 'context' in client && members.every((name) => name in client);
  return {
    id,
    expects: `a client that ${factory}() of googleapis or @googleapis/${factory} has made, or googleapis itself`,
    recognises: (client) => isApi(client) || typeof Reflect.get(client, factory) === 'function',
    sending: (client, outgoing) => googleTwin(client, outgoing),
    place: (client, { operations }, outgoing) => {
      const known = new Map(operations.map((operation) => [prefix + operation.path, operation]));
      const inside = outgoing && contextPlace(outgoing);
      const api = new ApiPlace('', known, outgoing, inside);
      if (isApi(client)) return api;
      // What other APIs write has no name among the operations of this one.
      const other = new ApiPlace('', new Map(), outgoing, inside);
      const makes = (key: string, own: unknown, target: object): Way => ({
        kind: 'route',
        route: (args) => {
          const make = () => {
            const made = Reflect.apply(own as (...args: unknown[]) => object, target, args);
            return outgoing ? googleTwin(made, outgoing) : made;
          };
          return { kind: 'factory', place: key === factory ? api : other, make };
        },
      });
      return {
        path: '',
        member: (key, value, target) => {
          if (key === '_options') return inside?.member(key, value, target);
          if (typeof key !== 'string' || typeof value !== 'function' || !Object.hasOwn(target, key)) return undefined;
          return { way: makes(key, value, target) };
        },
      };
    },
  };
}

class ApiPlace implements Place {
  readonly #members = new Map<string, Member>();

  constructor(
    readonly path: string,
    private readonly operations: ReadonlyMap<string, Operation>,
    private readonly outgoing: Outgoing | null,
    private readonly inside: Place | null,
  ) {}

  member(key: PropertyKey, value: unknown): Member | undefined {
    if (key === 'context' && this.inside) return { place: this.inside };
    if (typeof key !== 'string' || key === 'context' || key === 'constructor' || key.startsWith('_')) return undefined;
    const known = this.#members.get(key) ?? this.#member(key, value);
    if (known) this.#members.set(key, known);
    return known;
  }

  #member(key: string, value: unknown): Member | undefined {
    const path = this.path === '' ? key : `${this.path}.${key}`;
    if (typeof value !== 'function') return { place: new ApiPlace(path, this.operations, this.outgoing, this.inside) };
    const operation = this.operations.get(path);
    const named: Way | null = operation ? { kind: 'operation', operation, signature: SIGNATURE } : null;
    const unnamed: Way | null = this.outgoing && { kind: 'instead', call: heldCall(path, this.outgoing) };
    const route = ([, options]: readonly unknown[]): Way | null =>
      ELSEWHERE.some((name) => name in objectOf(options)) ? REDIRECTED : (named ?? unnamed);
    return { way: { kind: 'route', route } };
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
