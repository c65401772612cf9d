import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Gate } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import { ApprovedPayloadError } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { governedMethod } from './governed-call.js';
import type { InFlight } from './in-flight.js';
import { overridesMethod, readsByMethod } from './reading.js';
import { isSecretName } from './recording/secret-names.js';
import type { Parameters, Signature } from './signature.js';
import { unnamedPayload } from './unnamed-call.js';

/** Path of the operation that a writing call without a name of its own is. */
export const UNNAMED = 'commands.send';

/** A request as a client is about to send it. */
export interface Sent {
  readonly method: string;
  /** The path with its query, without the host. */
  readonly path: string;
  readonly host?: string;
  readonly body?: unknown;
  readonly headers?: unknown;
  /** True if the request changes nothing, for providers that show it by something else than the method. */
  readonly reads?: boolean | undefined;
  /** The operation that such a request is, with its payload. */
  readonly named?: { readonly operation: Operation; readonly payload: Parameters } | null;
  /** Ends the request while it is asked for. */
  readonly signal?: unknown;
  /** The full names of operations that a request without a name may do. */
  readonly mayDo?: readonly string[];
  /** An answer such as the provider would give. */
  simulate(payload: JsonObject, actionId: string): unknown;
}

/** An allowed call may send one request that writes, and send it again. */
interface Permission {
  /** The operation that was let through; null if the client may send whatever it needs. */
  readonly operation: Operation | null;
  /** The request that writes. */
  sent: Sent | null;
  isOver: boolean;
}

interface Scope {
  readonly outgoing: Outgoing;
  readonly permission: Permission | null;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Classifies the requests of one wrapped client when the client sends them: reads and the request of a permitted call go
 * out, every other one is asked for by itself, also one that a plug-in or a timer sends while a permitted call runs.
 */
export class Outgoing {
  constructor(
    private readonly gate: Gate,
    private readonly settings: WrapSettings,
    private readonly inFlight: InFlight,
    private readonly unnamed: Operation,
  ) {}

  /**
   * Returns the wrapper of the request that is sent right now; undefined if it was not sent through a wrapped client.
   */
  static current(): Outgoing | undefined {
    return scopes.getStore()?.outgoing;
  }

  /** Runs a call that comes through the wrapper; the gate has not permitted its requests yet. */
  enter<T>(call: () => T): T {
    return scopes.run({ outgoing: this, permission: null }, call);
  }

  /** Runs a call that was let through; null: with all that it sends. */
  permit<T>(operation: Operation | null, call: () => T, sent: Sent | null = null): T {
    const permission: Permission = { operation, sent, isOver: false };
    const value = scopes.run({ outgoing: this, permission }, call);
    const end = () => {
      permission.isOver = true;
    };
    if (operation !== null && value instanceof Promise) value.then(end, end);
    return value;
  }

  /** @throws BackstopError when the request was not let through; otherwise what `run` throws */
  send<T>(sent: Sent, run: () => T): T | Promise<T> {
    if (isRead(sent)) return this.enter(run);
    if (this.#isPermitted(sent)) return run();
    if (!sent.named && this.settings.passesUnknown) return this.enter(run);
    const { operation, payload } = sent.named ?? { operation: this.unnamed, payload: unnamedPayload(sent) };
    const call = () => this.permit(operation, run, sent);
    const signature = signatureOf(sent);
    const mayDo = (!sent.named && sent.mayDo) || [];
    const signal = sent.signal instanceof AbortSignal ? { signal: sent.signal } : {};
    const governed = { operation, signature, mayDo, args: [payload], call, ...signal };
    return this.inFlight.track(governedMethod(governed, this.gate, this.settings)) as Promise<T>;
  }

  #isPermitted(sent: Sent): boolean {
    const { outgoing, permission } = scopes.getStore() ?? {};
    if (outgoing !== this || !permission) return false;
    const { operation } = permission;
    if (operation === null) return true;
    if (permission.isOver) return false;
    if (permission.sent) return isSame(permission.sent, sent);
    // Some clients do not name the operation of a request.
    if (sent.named !== undefined && sent.named?.operation.apiName !== operation.apiName) return false;
    permission.sent = sent;
    return true;
  }
}

/** Tells whether a request is another attempt at the same one. */
function isSame(one: Sent, other: Sent): boolean {
  const isThere = one.method === other.method && one.host === other.host && one.path === other.path;
  return isThere && (one.body === other.body || isDeepStrictEqual(one.body, other.body));
}

export function isRead({ reads, body, ...request }: Sent): boolean {
  const own = { ...request, parameters: body };
  return reads === undefined ? readsByMethod(own) : reads && !overridesMethod(own);
}

function signatureOf({ simulate }: Sent): Signature {
  return {
    read: ([payload]) => payload as Parameters,
    write: () => {
      throw new ApprovedPayloadError('a request that has no method of its own runs as it was made, or not at all.');
    },
    isSecret: (path) => isSecretName(path.at(-1) ?? ''),
    simulate: ({ payload, actionId }) => simulate(payload, actionId),
  };
}
