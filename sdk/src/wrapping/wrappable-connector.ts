import type { Gate } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import type { OperationType, RegistryEntry } from '../wire/wire.js';
import type { WrapOptions } from './options.js';

/** A method path of a client, without the connector's name, and its type. */
export interface Operation {
  readonly path: string;
  /** `<connector>.<path>` */
  readonly apiName: string;
  readonly operationType: OperationType;
}

export interface WrapContext {
  readonly operations: readonly Operation[];
  readonly settings: WrapSettings;
}

/**
 * The SDK's knowledge of a kind of client. A client that is called by methods is written as a `MethodClient`
 * (`method-client/method-client.ts`), which `methodConnector` makes one of these.
 */
export interface WrappableConnector {
  readonly id: string;
  /** A description of the client that `recognises` accepts: "a Pool or Client of pg". */
  readonly expects: string;
  /** False: its operations are not calls of methods, so that `retryable`, `redact` and `logReads` mean nothing. */
  readonly byMethods: boolean;
  /** False: its operations are known here alone, and can be gated and recorded, but not undone. */
  readonly needsRegistry: boolean;
  /** True: it has operations that are known only when they are called. */
  readonly isOpen?: boolean;
  recognises(client: object): boolean;
  /**
   * Returns the operations of this client. Paths that options name are looked up here.
   * @param known the registry's entries of this connector
   */
  operations(known: readonly RegistryEntry[], client: object, options: WrapOptions): readonly Operation[];
  wrap<T extends object>(client: T, gate: Gate, context: WrapContext): T;
}

export function operationOf(entry: RegistryEntry): Operation {
  const path = entry.apiName.slice(entry.connector.length + 1);
  return { path, apiName: entry.apiName, operationType: entry.operationType };
}
