import type { AgentConnection } from '../asking/gate.js';
import type { Lane } from '../wrapping/lane.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import type { Batch } from './governed-batch.js';
import type { Locks, Staying } from './governed-call.js';
import type { InFlight } from './in-flight.js';
import type { Signature } from './signature.js';

/** What is run instead of the method: another one that does the same. */
export interface Run {
  readonly args: readonly unknown[];
  call(...args: unknown[]): unknown;
}

/** Who is told of a governed call. */
export interface Watch {
  started(call: Promise<unknown>): void;
  /** Null: it stays, and is told at once. */
  stays(value: unknown): Staying | null;
}

/** What a call of one member is. */
export type Way =
  /** An operation, whatever its arguments. */
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      readonly signature: Signature;
      readonly run?: Run;
      readonly watch?: Watch;
      /** Full names of other operations that it may do as well. */
      readonly mayDo?: readonly string[];
      /** Asks the connection that it is sent on what it is; null where it does not tell. */
      readonly connection?: () => Promise<AgentConnection | null>;
      /** Calls of one lane run one after another, in the order in which they were made. */
      readonly lane?: Lane;
      /** Of the transaction in which it runs. */
      readonly locks?: Locks;
      /** It may wait at the provider for as long as it likes; nothing waits for it to end. */
      readonly blocks?: boolean;
    }
  /** The arguments say which operation it is, or that it is none. */
  | { readonly kind: 'route'; route(args: readonly unknown[]): Way | null }
  /** Nothing is changed; it is recorded under this path where the options ask for that. */
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly run?: Run;
      readonly lane?: Lane;
      /** Its outcome is told elsewhere as well: the caller may leave the answer alone. */
      readonly isTold?: boolean;
    }
  /** The application's own function in the place of a method: it runs as it is, on the governed object. */
  | { readonly kind: 'own' }
  /** Changes nothing, and returns an object that is governed as well: a factory, a builder. */
  | { readonly kind: 'factory'; readonly place: Place /** Instead of the method. */; make?(): object }
  /** Several operations that are sent as one. */
  | { readonly kind: 'batch'; readonly batch: Batch; readonly lane?: Lane }
  /**
   * A factory whose object comes with a promise or to a callback, and is known by its kind (`kindOf`). The
   * caller hears of it when `after` has ended.
   */
  | {
      readonly kind: 'asyncFactory';
      readonly isPromised: boolean;
      /** Instead of those that were given. */
      readonly args?: readonly unknown[];
      after?(error: unknown, value?: unknown): Promise<void>;
      readonly lane?: Lane;
    }
  /** What it is has to be asked for first. */
  | {
      readonly kind: 'later';
      way(): Promise<Way>;
      started(call: Promise<unknown>): void;
      readonly lane?: Lane;
      /** Where the method answers no promise: what it answers meanwhile. How it failed is told elsewhere. */
      readonly answer?: { readonly value: unknown };
    }
  /** Ends the client, or what has `calls` of its own: called once no governed call is in flight. */
  | { readonly kind: 'close'; readonly calls?: InFlight }
  | { readonly kind: 'listener' }
  /** Asks by itself where it has to. */
  | { readonly kind: 'asks' }
  /** Sends only what the client itself needs, such as a request for a token. */
  | { readonly kind: 'plumbing' }
  /** Something else is called, which is given the target, its method and the arguments. */
  | { readonly kind: 'instead'; call(target: object, method: Run['call'], args: readonly unknown[]): unknown }
  /** A way round the gate. `rejects`: of a method that answers promises. */
  | { readonly kind: 'refuse'; readonly reason: string; readonly rejects?: boolean };

export interface Member {
  /** What is governed behind the member. */
  readonly place?: Place;
  readonly way?: Way;
}

/** An object of a client, as far as it is governed. Undefined: the member passes untouched. */
export interface Place {
  /**
   * Of its methods, without the last dot: '' for the client itself. Those without a way of their own read. Absent: what
   * reads says so itself.
   */
  readonly path?: string;
  member(key: PropertyKey, value: unknown, target: object): Member | undefined;
  /** The place behind a member, where it is known without the value. */
  inner?(name: string): Place;
}

/**
 * Places for dotted paths from the client's root.
 * @param other says what a member is for which there is no path
 */
export function placeOf(ways: Iterable<readonly [path: string, way: Way]>, other?: Place): Place {
  const root = new Branch('', other);
  for (const [path, way] of ways) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    names.reduce((branch, name) => branch.branch(name), root).set(last, way);
  }
  return root;
}

class Branch implements Place {
  readonly #members = new Map<PropertyKey, { place?: Branch; way?: Way }>();

  constructor(
    readonly path: string,
    private readonly other?: Place,
  ) {}

  member(key: PropertyKey, value: unknown, target: object): Member | undefined {
    const known = this.#members.get(key);
    const other = this.other?.member(key, value, target);
    if (!known || !other) return known ?? other;
    return { ...other, ...known };
  }

  branch(name: string): Branch {
    const member = this.#at(name);
    const inner = this.other?.inner?.(name);
    member.place ??= new Branch(this.path === '' ? name : `${this.path}.${name}`, inner);
    return member.place;
  }

  set(name: string, way: Way): void {
    this.#at(name).way = way;
  }

  #at(name: string): { place?: Branch; way?: Way } {
    const member = this.#members.get(name) ?? {};
    this.#members.set(name, member);
    return member;
  }
}
