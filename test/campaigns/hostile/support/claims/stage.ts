import type { ConnectorContext, JsonObject } from '../../../../../src/connectors/connector.js';

/** A creation that an agent asks for, and a similar one that another person makes. */
export interface Claim {
  readonly payload: JsonObject;
  /** Makes the resource of the payload. Returns the answer of the agent's client. */
  make(): Promise<unknown>;
  /**
   * Makes the same as another person, with something that the payload does not say. Left out if there is nothing to
   * add.
   */
  makeMore?(): Promise<unknown>;
  /** All there is, past the connector. */
  state(): Promise<unknown>;
  /** The payload names it: where it was there before, the call changed nothing, and nothing is undone. */
  readonly isNamed?: boolean;
  /** The reason why the stand-in does not undo the creation. */
  readonly lacks?: string;
}

/** A change that an agent asks for, and the value that another person sets instead. */
export interface Change {
  readonly payload: JsonObject;
  /** Sets another value, and answers as the provider does. */
  set(): Promise<unknown>;
  state(): Promise<unknown>;
}

/** A provider with the creations of its connector, and changes whose answers show the state they left. */
export interface Stage {
  readonly context: ConnectorContext;
  readonly claims: { readonly [apiName: string]: () => Claim | Promise<Claim> };
  readonly changes?: { readonly [apiName: string]: () => Promise<Change> };
  stop(): Promise<unknown>;
}

/** Returns the data in the answer of a Google or GitHub client. */
export const data = async (call: Promise<{ data: unknown }>) => (await call).data;
