/** Commands that wait at the server for what other clients do. */
export const BLOCKING: ReadonlySet<string> = new Set([
  ...['blpop', 'brpop', 'brpoplpush', 'blmove', 'blmpop', 'bzpopmin', 'bzpopmax', 'bzmpop', 'xread', 'xreadgroup'],
]);

/** The commands that were sent and wait at the server: no later one is answered before them. */
export class WaitingCommands {
  #count = 0;
  #listeners: (() => void)[] = [];

  /** Resolves when a command waits at the server. */
  begun(): Promise<void> {
    if (this.#count > 0) return Promise.resolve();
    return new Promise((resolve) => this.#listeners.push(resolve));
  }

  /** @returns the same answer */
  noted(called: string, answer: unknown): unknown {
    if (!BLOCKING.has(called.toLowerCase().replace(/buffer$/, '')) || !(answer instanceof Promise)) return answer;
    this.#count += 1;
    for (const listener of this.#listeners.splice(0)) listener();
    const ended = () => {
      this.#count -= 1;
    };
    answer.then(ended, ended);
    return answer;
  }
}

/** The answer to a call whose connection was ended before it was sent, in the words of ioredis. */
export function closed(callback?: unknown): Promise<never> {
  const error = new Error('Connection is closed.');
  if (typeof callback === 'function') process.nextTick(callback, error);
  return Promise.reject(error);
}
