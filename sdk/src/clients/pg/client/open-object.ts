import { EventEmitter } from 'node:events';
import { UngovernedCallError } from '../../../errors.js';
import { CursorClose, failReads } from './cursor-close.js';
import { type Ended, guarded } from './guarded-submit.js';
import type { RawClient } from './objects.js';
import { Progress } from './progress.js';
import type { QueryCall, Submittable } from './query-call.js';

/** The members of streams and copies that say who uses them. */
interface StreamParts {
  readonly destroyed?: boolean;
  readonly readableEnded?: boolean;
  readonly writableEnded?: boolean;
  readonly write?: unknown;
  destroy?(): void;
}

/** A `COPY … TO STDOUT` of pg-copy-streams, which reads the socket itself. */
interface CopyTo {
  push(chunk: unknown): boolean;
  _drained: boolean;
  _forward(): void;
}

/** A query object from its call to its end. The program may end it at each moment. */
export class OpenObject {
  readonly #listeners: (() => void)[] = [];
  readonly #progress = new Progress(
    () => this.#close?.catchUp(),
    () => this.#tell(),
  );
  readonly #early = new AbortController();
  readonly #close: CursorClose | null;
  #isSent = false;

  constructor(
    private readonly call: QueryCall,
    private readonly object: Submittable,
  ) {
    const abort = () => this.#isSent || this.#early.abort(new EndedEarly());
    this.#close = CursorClose.of(object, abort);
    if (object instanceof EventEmitter) object.once('close', abort);
  }

  /** Aborted when the program has ended the object before its turn: nothing is sent then. */
  get early(): AbortSignal {
    return this.#early.signal;
  }

  /** True if the object is open, and nothing happens before the program continues. */
  get waitsForProgram(): boolean {
    if (!this.#isSent) return false;
    if (isCopyTo(this.object)) return !this.#isRead;
    return this.#progress.isResting && this.#parts.writableEnded !== true;
  }

  /** True if no part of the program is known to continue it: a cursor between two reads, a stream without a reader. */
  get isAbandoned(): boolean {
    return this.waitsForProgram && !this.#isRead;
  }

  /** @param listener called whenever the object begins to wait for the program */
  onWaiting(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** @throws EndedEarly where the program has ended the object meanwhile */
  submit(raw: RawClient): Promise<Ended> {
    const { call, object } = this;
    const { destroyed, write } = this.#parts;
    // A copy from the program sends its failure itself.
    if (destroyed && write === undefined) this.#early.abort(new EndedEarly());
    this.early.throwIfAborted();
    this.#isSent = true;
    const { connection } = raw;
    const { query, ended } = guarded(call, object, connection, this.#progress);
    const noData = () => this.#progress.answered('noData');
    connection?.on('noData', noData);
    void ended.then(() => connection?.removeListener('noData', noData));
    this.#close?.release();
    void raw.query(query, ...call.args.slice(1));
    if (isCopyTo(object)) this.#drainAfterClose(object);
    return ended;
  }

  /** False if the program has closed the object before anything of it was executed. */
  get hasRun(): boolean {
    return this.#progress.hasRun;
  }

  /** Tells the object that it did not run. */
  fail(error: unknown, connection: unknown): void {
    if (!(error instanceof EndedEarly)) this.object.handleError?.(error, connection);
    this.#close?.release();
    this.#close?.catchUp();
  }

  /** Ends an object whose call was only simulated: it answers no rows. */
  finish(connection: unknown): void {
    const { call, object } = this;
    if (this.#isSent) return;
    if (isStreamOfItsOwn(object))
      object.handleError?.(new UngovernedCallError(`Not simulated: ${call.text}`), connection);
    else if (this.#close) this.#close.finish();
    else object.handleReadyForQuery?.(connection);
  }

  /** Ends the open object: the connection can be used again after the server's answer. */
  giveUp(connection: unknown): void {
    const { object } = this;
    if (!isStreamOfItsOwn(object)) {
      const error = new Error('The client was released while this query was open.');
      object.handleError?.(error, connection);
      failReads(object, error);
      return;
    }
    // A destroyed copy ends with an error, which is nothing that the program could have listened for.
    object.on('error', () => undefined);
    this.#parts.destroy?.();
  }

  get #parts(): StreamParts {
    return this.object as StreamParts;
  }

  get #isRead(): boolean {
    const { object } = this;
    if (!(object instanceof EventEmitter)) return false;
    return ['data', 'readable', 'unpipe'].some((event) => object.listenerCount(event) > 0);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** PostgreSQL sends the rest of a copy in any case: what the program does not read is read here. */
  #drainAfterClose(copy: CopyTo & EventEmitter): void {
    copy.once('close', () => {
      if (this.#parts.readableEnded) return;
      copy.push = () => true;
      copy._drained = true;
      copy._forward();
    });
    setImmediate(() => this.#tell());
  }
}

/** The program has ended a query object before it was sent. */
export class EndedEarly extends Error {
  constructor() {
    super('The query was closed before it was sent.');
  }
}

function isCopyTo(object: Submittable): object is Submittable & CopyTo & EventEmitter {
  return object instanceof EventEmitter && '_forward' in object && '_drained' in object;
}

/** A copy, which has no cursor to close. */
function isStreamOfItsOwn(object: Submittable): object is Submittable & EventEmitter {
  return object instanceof EventEmitter && 'pipe' in object && !('cursor' in object);
}
