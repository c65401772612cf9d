import type { OutboxEntry } from './entry.js';

/** Where entries wait. Ids sort in the order in which the entries were sent. */
export interface OutboxStore {
  /** Oldest first. */
  ids(): Promise<readonly string[]>;
  /** Null when it is not there any more: another process has delivered it. */
  read(id: string): Promise<OutboxEntry | null>;
  append(id: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  /** Out of the queue, but kept for a person where that is possible. */
  setAside(id: string, reason: string): Promise<void>;
}

/** For where there is no file system: what waits ends with the process. */
export class MemoryStore implements OutboxStore {
  readonly #entries = new Map<string, OutboxEntry>();

  async ids(): Promise<readonly string[]> {
    return this.#entries.size === 0 ? [] : [...this.#entries.keys()].sort();
  }

  async read(id: string): Promise<OutboxEntry | null> {
    return this.#entries.get(id) ?? null;
  }

  async append(id: string, entry: OutboxEntry): Promise<void> {
    this.#entries.set(id, entry);
  }

  async remove(id: string): Promise<void> {
    this.#entries.delete(id);
  }

  async setAside(id: string): Promise<void> {
    this.#entries.delete(id);
  }
}
