import { copied } from '../../method-client/recording/copied.js';
import { type Deferred, deferred } from './deferred.js';
import { isStarted, isThenable } from './values.js';

export interface Making {
  readonly path: string;
  /** The arguments, with a `Stand` in place of values that belong to the client. */
  readonly args: readonly unknown[];
  /** Does it, as soon as the gate has let it through. */
  perform(args: readonly unknown[]): unknown;
  /**
   * The object whose later calls wait for this one: the result of an earlier call, or the step whose result the call is
   * made on.
   */
  readonly on?: object | undefined;
}

/** One call that the program has made of the client, and that runs with others of its group (`group.ts`). */
export class Step<Group> {
  readonly path: string;
  readonly on: object | undefined;
  /** Ends when the client's method has returned. */
  readonly ran: Deferred<void> = deferred();
  /** The promise that the program gets. */
  readonly done: Deferred<unknown> = deferred();
  /** The value that the client's method has returned. */
  value: unknown;
  state: 'waiting' | 'ran' | 'failed' = 'waiting';
  /** The program has asked for the value. */
  isWanted = false;
  /** The program hears how it ended. */
  isObserved = false;
  /** True if nothing was run, and the value only looks like one. */
  isSimulated = false;
  /** True if another step works on its value. */
  isContinued = false;
  /** The outcome of the method's promise, if something waits for it. */
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

  /** Returns the arguments' values from the time of the call. */
  get asMade(): readonly unknown[] {
    return this.#asMade;
  }

  perform(args: readonly unknown[]): void {
    this.value = this.making.perform(args);
    this.state = 'ran';
    // If the program asks for it, it hears of its failure by the promise of this step.
    if (isStarted(this.value)) this.value.then(undefined, () => undefined);
  }

  /** A later call of its group could not be made: what it has begun goes on, and it begins nothing else. */
  breakOff(error: unknown): void {
    if (this.state === 'waiting' || (this.isWanted && isThenable(this.value) && !isStarted(this.value)))
      this.fail(error);
    else if (this.isWanted && isStarted(this.value)) this.outcome = Promise.resolve(this.value);
  }

  /** Ends it as this promise ends, unless it has ended before. */
  end(outcome: Promise<unknown>): void {
    outcome.catch(() => undefined);
    this.done.resolve(outcome);
  }

  fail(error: unknown): void {
    this.state = 'failed';
    this.error = error;
    this.ran.reject(error);
    this.done.reject(error);
  }

  /** True if the governed call ends only when this value is settled. */
  get isAwaited(): boolean {
    return isStarted(this.value) ? !this.isContinued || this.isWanted : this.isWanted && isThenable(this.value);
  }
}
