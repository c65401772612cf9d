import type { Connector, JsonObject } from '../../../src/connectors/connector.js';
import type { Write } from './proxy.js';
import type { Random } from './random.js';

/** One thing an agent does, on a resource that nobody else touches. */
export interface Deed {
  readonly connector: Connector;
  readonly apiName: string;
  readonly payload: JsonObject;
  /** With the provider's own client, past the proxy; what the agent reports. */
  act(): Promise<unknown>;
  /** Read past the proxy: all that its undo must bring back. */
  state(): Promise<unknown>;
  /** Whether this write is its undo. */
  isUndoneBy(write: Write): boolean;
  /** Reading the resource tells whether it took effect, also where no response was reported. */
  readonly isTold: boolean;
  /** Of the same resource as the deed before it in the list. */
  readonly isOnTopOfTheLast?: boolean;
}

/** A provider, its agent, and what that may do there. */
export interface Place {
  readonly connector: Connector;
  readonly upstream: string;
  /** The stored credential, with the proxy as its base URL. */
  credential(baseUrl: string): Record<string, string>;
  /** Makes fresh resources; one deed, or two on one resource. */
  deeds(random: Random, name: string): Promise<Deed[]>;
  stop(): Promise<unknown>;
}
