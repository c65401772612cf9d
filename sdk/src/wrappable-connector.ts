import type { Gate } from './gate.js';

/** What the SDK must know of a kind of client to govern it. */
export interface WrappableConnector {
  readonly id: string;
  /** Method paths without the connector's name. */
  readonly operations: readonly string[];
  /** What `recognises` looks for, in words: "a Pool or Client of pg". */
  readonly expects: string;
  recognises(client: object): boolean;
  wrap<T extends object>(client: T, gate: Gate): T;
}
