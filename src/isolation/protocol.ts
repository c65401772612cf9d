import type { ConnectorContext, Trace } from '../connectors/connector.js';

/** What is asked of a connector (`connectors/connector.ts`). */
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
  | 'perform'
  | 'fateOf';

/**
 * What crosses of a context; what it can do is asked for. `traces`: null where the undo has no memory. `knowsUnconfirmed`:
 * the calls of the session without a known outcome may be asked for. `knowsOlder`: the calls that are undone next may be. `notes`: what
 * an attempt is about to do is to be noted.
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

/** As an error crosses: its class by name, and what can be copied of its members. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly cause: SentError | null;
}

export type Answer = { readonly value: unknown } | { readonly error: SentError };

/** What a connector asks of the service: a method of a line that is open, of its memory, or a new line of its own. */
export interface Ask {
  readonly of: number | 'memory' | 'lines' | 'session' | 'attempt';
  readonly method: string;
  readonly values: readonly unknown[];
}

/** To an interpreter, one at a time. `ping`: asks for nothing but `idle`. */
export type Order =
  | { readonly is: 'ping' }
  | { readonly is: 'work'; readonly task: number; readonly work: Work; readonly context: SentContext | null }
  | { readonly is: 'answer'; readonly task: number; readonly call: number; readonly answer: Answer };

/**
 * From an interpreter. `idle`: the last order is dealt with as far as it goes. `answer`: null where it cannot be sent.
 */
export type Notice =
  | { readonly is: 'ready' }
  | { readonly is: 'idle' }
  | { readonly is: 'ask'; readonly task: number; readonly call: number; readonly ask: Ask }
  | { readonly is: 'done'; readonly task: number; readonly answer: Answer | null };
