import { copied } from '../method-client/recording/copied.js';
import { type Deferred, deferred } from './deferred.js';
import type { Group } from './group.js';
import { isStarted, isThenable } from './values.js';

export interface Making {
  readonly path: string;
  /** With a `Stand` in the place of what belongs to the client. */
  readonly args: readonly unknown[];
  /** Does it, as soon as the gate has let it through. */
  perform(args: readonly unknown[]): unknown;
  /** Whose later calls wait for this one: an object that an earlier call gave, or the step whose result it is made on. */
  readonly on?: object | undefined;
}

/** One call that the program has made of the client, and that runs with others of its group. */
export class Step {
  readonly path: string;
  readonly on: object | undefined;
  /** Ends when the client's method has returned. */
  readonly ran: Deferred<void> = deferred();
  /** What the program is given. */
  readonly done: Deferred<unknown> = deferred();
  /** What the client's method has returned. */
  value: unknown;
  state: 'waiting' | 'ran' | 'failed' = 'waiting';
  /** The program has asked for the value. */
  isWanted = false;
  /** The program hears how it ended. */
  isObserved = false;
  /** Nothing was run, and the value only looks like one. */
  isSimulated = false;
  /** Another step goes on from its value. */
  isContinued = false;
  /** Of what the method returned, where that has been waited for. */
  outcome: Promise<unknown> | null = null;
  error: unknown;
  #asMade: readonly unknown[];

  constructor(
    public group: Group,
    private readonly making: Making,
  ) {
    this.path = making.path;
    this.on = making.on;
    this.#asMade = making.args.map((arg) => copied(arg));
  }

  get args(): readonly unknown[] {
    return this.making.args;
  }

  /** What the arguments said when the call was made. */
  get asMade(): readonly unknown[] {
    return this.#asMade;
  }

  perform(args: readonly unknown[]): void {
    this.value = this.making.perform(args);
    this.state = 'ran';
  }

  fail(error: unknown): void {
    this.state = 'failed';
    this.error = error;
    this.ran.reject(error);
    this.done.reject(error);
  }

  /** Whether the governed call has ended only when this value is there. */
  get isAwaited(): boolean {
    return isStarted(this.value) ? !this.isContinued || this.isWanted : this.isWanted && isThenable(this.value);
  }
}
