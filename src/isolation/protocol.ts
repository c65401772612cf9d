import type { ConnectorContext, Trace } from '../connectors/connector.js';

/** The methods that are called on a connector (`connectors/connector.ts`). */
export type Method =
  | 'facts'
  | 'capture'
  | 'describeChange'
  | 'touches'
  | 'plan'
  | 'probeOutcome'
  | 'undo'
  | 'planReapply'
  | 'reapply'
  | 'probe'
  | 'discover'
  | 'perform'
  | 'outcomeOf';

/**
 * The data of a context that are sent; its functions are called through {@link Ask}. `traces`: null when the undo has
 * no memory. `knowsUnconfirmed`: the connector may ask for the session's calls without a known outcome. `knowsOlder`:
 * it may ask for the calls that are undone next. `notes`: it must note what an attempt is about to do.
 */
export interface SentContext extends Pick<ConnectorContext, 'credentials' | 'allowedPrivateHosts' | 'timeoutMs'> {
  readonly idempotencyKey: string | null;
  readonly traces: readonly Trace[] | null;
  readonly knowsUnconfirmed: boolean;
  readonly knowsOlder: boolean;
  readonly notes: boolean;
  readonly subtracts: boolean;
}

export interface Work {
  readonly connector: string;
  readonly method: Method;
  /** All but the context, which comes last. */
  readonly values: readonly unknown[];
}

/** The form in which an error is sent: its class by name, and its members that can be copied. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly cause: SentError | null;
}

export type Answer = { readonly value: unknown } | { readonly error: SentError };

/**
 * A connector's request to the service: a method of one of its transports, which are numbered from 0, or of its memory.
 * `opens`: the transport is opened first, and a transaction of this mode begun on it, if it is not null.
 */
export interface Ask {
  readonly of: number | 'memory' | 'session' | 'attempt';
  readonly method: string;
  readonly values: readonly unknown[];
  readonly opens?: string | null;
}

/** A message to an interpreter, one at a time. `ping` asks for nothing but `idle`. */
export type Order =
  | { readonly is: 'ping' }
  | { readonly is: 'work'; readonly task: number; readonly work: Work; readonly context: SentContext | null }
  | { readonly is: 'answer'; readonly task: number; readonly call: number; readonly answer: Answer };

/**
 * A part of a message from an interpreter, which sends everything that one order led to in one message. `idle`: the
 * last order is processed as far as it goes. `call`: null when the request is not answered. `answer`: null when it
 * cannot be sent.
 */
export type Notice =
  | { readonly is: 'ready' }
  | { readonly is: 'idle' }
  | { readonly is: 'ask'; readonly task: number; readonly call: number | null; readonly ask: Ask }
  | { readonly is: 'done'; readonly task: number; readonly answer: Answer | null };
