type Event =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'end'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * The values of a tool that tells of its progress, handed on one by one, as they are wanted, while `govern` governs it.
 * @param govern is given what runs the tool to its end, and resolves with its answer once the outcome is recorded
 */
export async function* streamed(
  govern: (run: (values: AsyncIterable<unknown>) => Promise<unknown>) => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  const happened = new Signal();
  const wanted = new Signal();
  const events: Event[] = [];
  let isLeft = false;
  let hasValues = false;
  const tell = (event: Event) => {
    events.push(event);
    happened.raise();
  };
  const run = async (values: AsyncIterable<unknown>) => {
    let last: unknown;
    for await (const value of values) {
      if (isLeft) throw new Error('The caller of the tool stopped listening before it had ended.');
      last = value;
      hasValues = true;
      tell({ kind: 'value', value });
      await wanted.raised();
    }
    return last;
  };
  const ended = govern(run).then(
    (value) => tell({ kind: 'end', value }),
    (error) => tell({ kind: 'error', error }),
  );
  try {
    for (;;) {
      const event = events.shift();
      if (!event) await happened.raised();
      else if (event.kind === 'error') throw event.error;
      else if (event.kind === 'end') {
        // Simulated: the answer is all there is.
        if (!hasValues) yield event.value;
        return;
      } else {
        yield event.value;
        wanted.raise();
      }
    }
  } finally {
    isLeft = true;
    wanted.raise();
    await ended;
  }
}

/** Raised once, it lets one waiter pass, now or later. */
class Signal {
  #isRaised = false;
  #waiter: (() => void) | undefined;

  raise(): void {
    this.#isRaised = true;
    this.#waiter?.();
  }

  async raised(): Promise<void> {
    if (!this.#isRaised) await new Promise<void>((resolve) => (this.#waiter = resolve));
    this.#isRaised = false;
    this.#waiter = undefined;
  }
}
