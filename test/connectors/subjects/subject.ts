import type { ConnectorContext, Json } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import type { Need } from './cases.mjs';

/** Something that was there before the session, in the hands of an agent and of another client. */
export interface Thing {
  /** All there is of it, past the agent; null: it is not there. */
  state(): Promise<unknown>;
  /** The agent's call that gives one field this value. Left out if the server changes nothing. */
  change?(value: string): Trip;
  /**
   * Makes the same call so that the call or its answer shows the value it replaced. Left out if the provider does not
   * show it.
   */
  changeShown?(value: string): Trip;
  /** Makes the same change as another client. Left out if the server changes nothing. */
  set?(value: string): Promise<unknown>;
  /** Another client gives another field a value. Left out if the thing is compared as a whole. */
  setOther?(value: string): Promise<unknown>;
  /** The agent's call that deletes it. Left out if nothing undoes that. */
  remove?(): Trip;
  /** Another client deletes it. Left out if the server cannot. */
  drop?(): Promise<unknown>;
  /** Another client puts the same value again, so that the provider's time of it is another one. */
  again?(value: string): Promise<unknown>;
}

/** A number that the agent's `change` adds to, and that another client can `set`. */
export type Counter = Pick<Thing, 'state'> & Required<Pick<Thing, 'change' | 'set'>>;

/** Something that other things can point at, and that takes them along when it is deleted. */
export interface Parent extends Pick<Thing, 'state'> {
  /** The agent's call that deletes it. */
  remove(): Trip;
  /** Another client lets something point at it. */
  adopt(): Promise<unknown>;
}

/** Two things with one unique value each, which the agent swaps through a third value in one transaction. */
export interface Swap extends Pick<Thing, 'state'> {
  /** The agent's calls, one after the other, between `begin` and `end`. */
  readonly calls: readonly Trip[];
  begin(): Promise<unknown>;
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<unknown>;
}

/** Something that is not there yet. */
export interface Absent {
  state(): Promise<unknown>;
  make(): Trip;
  /**
   * Another client puts something into the resource that was made. Left out if the server changes nothing.
   * @param response the provider's answer
   */
  add?(response: Json): Promise<unknown>;
  /** The agent's call that deletes the resource it made. Left out if nothing undoes that. */
  remove?(response: Json): Trip;
}

/** A connector with real clients at a server that this project did not write. */
export interface Subject {
  /** `redis`, or `dynamodb at dynalite`. */
  readonly name: string;
  readonly context: ConnectorContext;
  newThing(): Promise<Thing>;
  /** Left out if nothing undoes a creation, or the server cannot show it. */
  newAbsent?(): Promise<Absent>;
  /** Left out if no call that is undone adds to a number. */
  newCounter?(): Promise<Counter>;
  /** Left out if no deletion that is undone takes other things along. */
  newParent?(): Promise<Parent>;
  /** Left out if the provider has no transactions of several calls. */
  newSwap?(): Promise<Swap>;
  /** True if its things have `again`. */
  readonly mayPutAgain?: boolean;
  /** A credential that leads to another place. */
  readonly elsewhere: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
  /** True if `change` does not show the value it replaced, and the plan says so. */
  readonly isBlind?: boolean;
}

/** A scenario that a connector has to pass. */
export interface Scenario {
  readonly title: string;
  /** Left out: every subject can be put through it. */
  readonly needs?: Need | readonly Need[];
  run(subject: Subject): Promise<void>;
}

/** A part that the subject has, as `cells.mjs` says. */
export function given<T>(part: T | null | undefined): T {
  if (part === undefined || part === null) throw new Error('the subject lacks what its page says that it has');
  return part;
}

/** Things that come back under a new id. */
export interface Things {
  make(text: string): Trip;
  /** Changes the resource. @param response the provider's answer to `make` */
  change?(response: Json, text: string): Trip;
  remove(response: Json): Trip;
  /** Returns the texts of the existing things. */
  texts(): Promise<unknown[]>;
}

/** A deletion, whose undo makes the thing again under another id. */
export interface Deletion {
  readonly upstream: string;
  /** The call, with the credential that leads there. */
  trip(baseUrl: string): Trip;
}
