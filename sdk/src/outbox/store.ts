import type { OutboxEntry } from './entry.js';

/** The store of waiting entries. Ids sort in the order in which the entries were sent. */
export interface OutboxStore {
  /** Oldest first. */
  ids(): Promise<readonly string[]>;
  /** Returns the entry; null if another process has delivered it. */
  read(id: string): Promise<OutboxEntry | null>;
  append(id: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  /** Takes an entry out of the queue, and keeps it for a person if that is possible. */
  setAside(id: string, reason: string): Promise<void>;
}

/** A store for runtimes without a file system: waiting entries end with the process. */
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
