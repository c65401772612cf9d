/** Follows the messages of a query object, so that it is known whether the server or the program has to continue. */
export class Progress {
  #isDescribed = false;
  #isExecuting = false;
  #endsByItself = false;
  #hasRun = false;

  /** @param described called once the server has answered that it knows the statement, or refused it */
  constructor(
    private readonly described: () => void,
    private readonly rested: () => void,
  ) {}

  /** True if nothing happens before the program reads, writes or closes. */
  get isResting(): boolean {
    return this.#isDescribed && !this.#isExecuting && !this.#endsByItself;
  }

  get hasRun(): boolean {
    return this.#hasRun;
  }

  /** @param message the method of the connection that the object has called */
  sent(message: PropertyKey): void {
    this.#hasRun ||= message === 'execute' || message === 'query';
    if (message === 'execute') this.#isExecuting = true;
    if (message === 'sync' || message === 'query') this.#endsByItself = true;
  }

  /** @param handler the method of the object that pg calls with an answer */
  answered(handler: PropertyKey): void {
    if (handler === 'handleRowDescription' || handler === 'noData') {
      this.#isDescribed = true;
      queueMicrotask(this.described);
    } else if (handler === 'handleError') queueMicrotask(this.described);
    else if (handler === 'handlePortalSuspended') this.#isExecuting = false;
    else if (handler === 'handleCopyInResponse') {
      this.#isDescribed = true;
      this.#endsByItself = false;
    } else return;
    // A cursor hands over its rows in a turn of its own, and a stream that is being read asks for more in the next one.
    setImmediate(() => setImmediate(() => this.isResting && this.rested()));
  }
}
