import type { AgentConnection } from '../asking/gate.js';
import type { Lane } from '../wrapping/lane.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import type { Batch } from './governed-batch.js';
import type { Locks, Staying } from './governed-call.js';
import type { InFlight } from './in-flight.js';
import type { Signature } from './signature.js';

/** Another method with the same effect, which runs instead. */
export interface Run {
  readonly args: readonly unknown[];
  call(...args: unknown[]): unknown;
}

/** Observes a governed call. */
export interface Watch {
  started(call: Promise<unknown>): void;
  /** Returns the end of the connection's transaction; null if the effect stays and is reported immediately. */
  stays(value: unknown): Staying | null;
}

/** The rule for the calls of one member. */
export type CallRule =
  /** Every call is an operation, independent of its arguments. */
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      readonly signature: Signature;
      readonly run?: Run;
      readonly watch?: Watch;
      /** Full names of other operations that it may do as well. */
      readonly mayDo?: readonly string[];
      /** Asks the connection on which the call is sent for its identity; null if it gives none. */
      readonly connection?: () => Promise<AgentConnection | null>;
      /** Calls of one lane run one after another, in the order in which they were made. */
      readonly lane?: Lane;
      /** The locks of the transaction in which it runs. */
      readonly locks?: Locks;
      /** Ends the call while it is asked for. */
      readonly signal?: AbortSignal;
      /** It may wait at the provider for as long as it likes; nothing waits for it to end. */
      readonly blocks?: boolean;
    }
  /** The arguments say which operation it is, or that it is none. */
  | { readonly kind: 'route'; route(args: readonly unknown[]): CallRule | null }
  /** The call changes nothing; it is recorded under this path if the options ask for that. */
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly run?: Run;
      readonly lane?: Lane;
      /** True if its outcome is reported elsewhere as well: the caller may ignore the result. */
      readonly isReported?: boolean;
    }
  /** The application's own function in the place of a method: it runs as it is, on the governed object. */
  | { readonly kind: 'own' }
  /** Changes nothing, and returns an object that is governed as well: a factory, a builder. */
  | { readonly kind: 'factory'; readonly interceptor: Interceptor /** Instead of the method. */; make?(): object }
  /** Several operations that are sent as one. */
  | { readonly kind: 'batch'; readonly batch: Batch; readonly lane?: Lane }
  /**
   * A factory that gives its object by a promise or a callback; `kindOf` recognises its kind. The caller gets the
   * object when `after` has ended.
   */
  | {
      readonly kind: 'asyncFactory';
      readonly isPromised: boolean;
      /** The arguments that replace the given ones. */
      readonly args?: readonly unknown[];
      after?(error: unknown, value?: unknown): Promise<void>;
      readonly lane?: Lane;
    }
  /** The rule has to be asked for first. */
  | {
      readonly kind: 'later';
      rule(): Promise<CallRule>;
      started(call: Promise<unknown>): void;
      readonly lane?: Lane;
      /** The value that a method without a promise returns meanwhile. Its failure is reported elsewhere. */
      readonly answer?: { readonly value: unknown };
    }
  /** Ends the client, or what has `calls` of its own: called once no governed call is in flight. */
  | {
      readonly kind: 'close';
      readonly calls?: InFlight;
      /** Resolves when the calls in flight cannot end by themselves. */
      blocked?(): Promise<void>;
      /** Called right before the end. */
      ending?(): void;
    }
  | { readonly kind: 'listener' }
  /** The method asks by itself when it has to. */
  | { readonly kind: 'asks' }
  /** The method sends only requests that the client itself needs, such as a request for a token. */
  | { readonly kind: 'plumbing' }
  /** Something else is called, which is given the target, its method and the arguments. */
  | { readonly kind: 'instead'; call(target: object, method: Run['call'], args: readonly unknown[]): unknown }
  /** A way round the gate. `rejects`: of a method that answers promises. */
  | { readonly kind: 'refuse'; readonly reason: string; readonly rejects?: boolean };

export interface InterceptedMember {
  /** The rules for the object behind the member. */
  readonly interceptor?: Interceptor;
  readonly rule?: CallRule;
}

/** The rules for an object of a client. `member` returns undefined for a member that passes unchanged. */
export interface Interceptor {
  /**
   * The path of its methods, without the last dot: '' for the client itself. Methods without a rule of their own read.
   * If it is absent, each reading method has a rule that says so.
   */
  readonly path?: string;
  member(key: PropertyKey, value: unknown, target: object): InterceptedMember | undefined;
  /** The interceptor of a member, where it is known without the value. */
  inner?(name: string): Interceptor;
}

/**
 * Builds interceptors for dotted paths from the client's root.
 * @param other gives the rule of a member for which there is no path
 */
export function interceptorOf(
  rules: Iterable<readonly [path: string, way: CallRule]>,
  other?: Interceptor,
): Interceptor {
  const root = new Branch('', other);
  for (const [path, rule] of rules) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    names.reduce((branch, name) => branch.branch(name), root).set(last, rule);
  }
  return root;
}

class Branch implements Interceptor {
  readonly #members = new Map<PropertyKey, { interceptor?: Branch; rule?: CallRule }>();

  constructor(
    readonly path: string,
    private readonly other?: Interceptor,
  ) {}

  member(key: PropertyKey, value: unknown, target: object): InterceptedMember | undefined {
    const known = this.#members.get(key);
    const other = this.other?.member(key, value, target);
    if (!known || !other) return known ?? other;
    return { ...other, ...known };
  }

  branch(name: string): Branch {
    const member = this.#at(name);
    const inner = this.other?.inner?.(name);
    member.interceptor ??= new Branch(this.path === '' ? name : `${this.path}.${name}`, inner);
    return member.interceptor;
  }

  set(name: string, rule: CallRule): void {
    this.#at(name).rule = rule;
  }

  #at(name: string): { interceptor?: Branch; rule?: CallRule } {
    const member = this.#members.get(name) ?? {};
    this.#members.set(name, member);
    return member;
  }
}
