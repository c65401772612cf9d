import type { Gate } from '../gate.js';
import { type Operation, operationOf, type WrapContext, type WrappableConnector } from '../wrappable-connector.js';
import { Governor } from './governor.js';
import type { Place } from './place.js';

/**
 * A kind of client whose operations are calls of its methods. One file each in `clients/`: how such a client is
 * recognised, and which of its members are governed how.
 */
export interface MethodClient {
  readonly id: string;
  /** What `recognises` looks for, in words. */
  readonly expects: string;
  recognises(client: object): boolean;
  /** Left out where the operations are those of the service's registry. */
  readonly operations?: WrappableConnector['operations'];
  /** Governed in the client's place, where the client as it is hands out ways round the gate. */
  twinOf?(client: object): object;
  /** The client's root, as far as it is governed. */
  place(client: object, context: WrapContext): Place;
  /** Objects that are governed wherever the client hands them out. */
  kindOf?(context: WrapContext): (value: object) => Place | null;
}

export function methodConnector(kind: MethodClient): WrappableConnector {
  return {
    id: kind.id,
    expects: kind.expects,
    byMethods: true,
    needsRegistry: kind.operations === undefined,
    recognises: kind.recognises,
    operations: kind.operations ?? ((known): readonly Operation[] => known.map(operationOf)),
    wrap: <T extends object>(client: T, gate: Gate, context: WrapContext): T => {
      const governed = (kind.twinOf?.(client) ?? client) as T;
      const governor = new Governor(gate, context.settings, kind.id, kind.kindOf?.(context));
      return governor.govern(governed, kind.place(governed, context));
    },
  };
}
