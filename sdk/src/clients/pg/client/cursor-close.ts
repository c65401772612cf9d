import type { Submittable } from './query-call.js';

type Callback = (error?: unknown) => void;

interface Cursor {
  state: string;
  close(callback?: Callback): Promise<void> | undefined;
  emit(event: string, result: unknown): void;
  readonly _queue?: (readonly [rows: number, callback: (error: null, rows: unknown[]) => void])[];
  readonly _result?: unknown;
}

/**
 * The `close` of a cursor that waits for its turn. pg-cursor itself answers at once and forgets it, so that the cursor
 * is opened later and holds its connection for good.
 */
export class CursorClose {
  readonly #waiting: Callback[] = [];

  private constructor(
    private readonly cursor: Cursor,
    private readonly isOfStream: boolean,
    private readonly closedUnread: () => void,
  ) {
    const value = (callback?: Callback) => this.#close(callback);
    Object.defineProperty(cursor, 'close', { value, configurable: true, writable: true });
  }

  /** @param closedUnread called when the object is closed and no read of it waits: it need not be sent */
  static of(object: Submittable, closedUnread: () => void): CursorClose | null {
    const isOfStream = 'cursor' in object;
    const cursor = (isOfStream ? object.cursor : object) as Partial<Cursor> | undefined;
    if (typeof cursor?.close !== 'function' || cursor.state !== 'initialized') return null;
    return new CursorClose(cursor as Cursor, isOfStream, closedUnread);
  }

  /** Gives the cursor its own `close` back. */
  release(): void {
    Reflect.deleteProperty(this.cursor, 'close');
  }

  /** Closes what was closed meanwhile: the reads before it were sent, or have failed. */
  catchUp(): void {
    for (const callback of this.#waiting.splice(0)) void this.cursor.close(callback);
  }

  /** Answers what was read meanwhile without a row. */
  finish(): void {
    const { cursor } = this;
    this.release();
    for (const [, callback] of cursor._queue?.splice(0) ?? []) callback.call(cursor, null, []);
    cursor.state = 'done';
    cursor.emit('end', cursor._result);
    this.catchUp();
  }

  #close(callback?: Callback): Promise<void> | undefined {
    const { cursor } = this;
    if (!this.isOfStream && cursor._queue?.length) {
      if (callback) {
        this.#waiting.push(callback);
        return undefined;
      }
      return new Promise((resolve, reject) => {
        this.#waiting.push((error) => (error ? reject(error) : resolve()));
      });
    }
    this.closedUnread();
    cursor.state = 'done';
    this.release();
    return cursor.close(callback);
  }
}

/** After an error of its own, pg-cursor answers further reads as if there were no more rows. */
export function failReads(object: Submittable, error: Error): void {
  const cursor = ('cursor' in object ? object.cursor : object) as object;
  if (!('read' in cursor)) return;
  const value = (_rows: number, callback?: (error: Error) => void) => {
    if (!callback) return Promise.reject(error);
    setImmediate(callback, error);
    return undefined;
  };
  Object.defineProperty(cursor, 'read', { value, configurable: true, writable: true });
}
