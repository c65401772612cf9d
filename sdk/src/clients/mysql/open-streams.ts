import { objectOf } from '../../method-client/one-parameter.js';

type Method = (...args: unknown[]) => unknown;

interface Rows {
  readonly closed: boolean;
  listenerCount(event: string): number;
  once(event: string, listener: () => void): unknown;
  destroy(): unknown;
}

/**
 * The streams of rows that are open on a connection. A stream that the program does not read pauses the connection, so
 * that no later statement is answered.
 */
export class OpenStreams {
  readonly #open = new Set<Rows>();

  /** Notes the streams that will be made of a query object. */
  note(query: unknown): unknown {
    const { stream } = objectOf(query);
    if (typeof stream !== 'function') return query;
    const value = (...args: unknown[]) => {
      const rows = Reflect.apply(stream as Method, query, args) as Rows;
      this.#open.add(rows);
      rows.once('close', () => this.#open.delete(rows));
      return rows;
    };
    Object.defineProperty(query, 'stream', { value, configurable: true, writable: true });
    return query;
  }

  /** Ends the streams without a reader, whose program has left the connection. */
  endUnread(): void {
    for (const rows of this.#open) {
      if (rows.listenerCount('data') + rows.listenerCount('readable') === 0) rows.destroy();
    }
  }

  endAll(): void {
    for (const rows of this.#open) rows.destroy();
  }
}
