/** Calls that have not ended. */
export class InFlight {
  readonly #calls = new Set<Promise<unknown>>();

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  /** Returns the same promise. It has no second reader, so that the stack of its error leads to the caller. */
  track<T>(call: Promise<T>): Promise<T> {
    const ended = () => this.#calls.delete(tracked);
    const tracked: Promise<T> = untilEnded(call, ended);
    this.#calls.add(tracked);
    return tracked;
  }

  async idle(): Promise<void> {
    while (this.#calls.size > 0) await Promise.allSettled([...this.#calls]);
  }
}

async function untilEnded<T>(call: Promise<T>, ended: () => void): Promise<T> {
  try {
    return await call;
  } finally {
    ended();
  }
}

/** Ends a client as soon as it may. With a callback nothing is returned, and what `end` throws goes to the callback. */
export function endingWhen(isOver: Promise<unknown>, end: () => unknown, callback: unknown): unknown {
  if (typeof callback !== 'function') return isOver.then(end);
  isOver.then(end).catch((error) => process.nextTick(callback as (error: unknown) => void, error));
  return undefined;
}
