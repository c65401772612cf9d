import type { Operation } from '../wrappable-connector.js';
import type { Signature } from './signature.js';

/** What a call of one member is. */
export type Way =
  /** An operation, whatever its arguments. */
  | { readonly kind: 'operation'; readonly operation: Operation; readonly signature: Signature }
  /** The arguments say which operation it is, or that it is none. */
  | { readonly kind: 'route'; route(args: readonly unknown[]): Way | null }
  /** Changes nothing, and makes or hands out an object that is governed as well: a factory, a builder. */
  | { readonly kind: 'gives'; readonly place: Place }
  /** Ends the client: called once no governed call is in flight. */
  | { readonly kind: 'end' }
  | { readonly kind: 'listener' }
  /** A way round the gate. */
  | { readonly kind: 'refuse'; readonly reason: string };

export interface Member {
  /** What is governed behind the member. */
  readonly place?: Place;
  readonly way?: Way;
}

/** An object of a client, as far as it is governed. Undefined: the member passes untouched. */
export interface Place {
  /** Of its methods, without the last dot: '' for the client itself. Those without a way of their own read. */
  readonly path: string;
  member(key: PropertyKey, value: unknown): Member | undefined;
  /** False for what a call gives that is not governed: data, promises. */
  admits?(value: object): boolean;
}

/** Places for dotted paths from the client's root. */
export function placeOf(ways: Iterable<readonly [path: string, way: Way]>): Place {
  const root = new Branch('');
  for (const [path, way] of ways) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    names.reduce((branch, name) => branch.branch(name), root).set(last, way);
  }
  return root;
}

class Branch implements Place {
  readonly #members = new Map<PropertyKey, { place?: Branch; way?: Way }>();

  constructor(readonly path: string) {}

  member(key: PropertyKey): Member | undefined {
    return this.#members.get(key);
  }

  branch(name: string): Branch {
    const member = this.#at(name);
    member.place ??= new Branch(this.path === '' ? name : `${this.path}.${name}`);
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
