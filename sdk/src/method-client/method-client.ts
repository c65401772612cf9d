import type { Gate } from '../asking/gate.js';
import {
  type Operation,
  operationOf,
  type WrapContext,
  type WrappableConnector,
} from '../wrapping/wrappable-connector.js';
import { Governor } from './governor.js';
import { InFlight } from './in-flight.js';
import type { Interceptor } from './interceptor.js';
import { Outgoing, UNNAMED } from './outgoing.js';

/**
 * A kind of client whose operations are calls of its methods. Each has one file in `clients/`, which says how such a
 * client is recognised, and which of its members are governed how.
 */
export interface MethodClient {
  readonly id: string;
  /** A description of the client that `recognises` accepts. */
  readonly expects: string;
  recognises(client: object): boolean;
  /** Left out if the operations are those of the service's registry. */
  readonly operations?: WrappableConnector['operations'];
  /**
   * Returns the client to govern, whose requests go through `outgoing`: a copy of the client, or the client itself if
   * it asks `Outgoing.current()`. The client behaves as before for calls that do not come through the wrapper. With
   * this method, or with `hasUnnamed`, calls without a name of their own are governed as `commands.send`.
   */
  sending?(client: object, outgoing: Outgoing, context: WrapContext): object;
  /** True if the interceptors distinguish calls without a name of their own. */
  readonly hasUnnamed?: boolean;
  /** The client's root, as far as it is governed. */
  interceptor(client: object, context: WrapContext, outgoing: Outgoing | null): Interceptor;
  /** Objects that are governed wherever the client hands them out. */
  kindOf?(context: WrapContext): (value: object) => Interceptor | null;
}

export function methodConnector(kind: MethodClient): WrappableConnector {
  const wrap = <T extends object>(client: T, gate: Gate, context: WrapContext): T => {
    const { settings, operations } = context;
    const inFlight = new InFlight();
    const unnamed = operations.find(({ path }) => path === UNNAMED) ?? unnamedOperation(kind.id);
    const outgoing = kind.sending ? new Outgoing(gate, settings, inFlight, unnamed) : null;
    const governed = ((outgoing && kind.sending?.(client, outgoing, context)) ?? client) as T;
    const governor = new Governor(gate, settings, kind.id, kind.kindOf?.(context), inFlight, outgoing);
    const another = (made: object) => wrap(made, gate, context);
    return governor.govern(governed, kind.interceptor(governed, context, outgoing), another);
  };
  return {
    id: kind.id,
    expects: kind.expects,
    byMethods: true,
    needsRegistry: kind.operations === undefined,
    recognises: kind.recognises,
    operations: (known, client, options) => {
      const operations = kind.operations?.(known, client, options) ?? known.map(operationOf);
      if (!(kind.sending || kind.hasUnnamed) || operations.some(({ path }) => path === UNNAMED)) return operations;
      return [...operations, unnamedOperation(kind.id)];
    },
    wrap,
  };
}

function unnamedOperation(connector: string): Operation {
  return { path: UNNAMED, apiName: `${connector}.${UNNAMED}`, operationType: 'EXECUTE' };
}
