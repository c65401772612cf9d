import { warn } from '../wire/runtime.js';
import type { OutboxEntry } from './entry.js';
import { MemoryStore, type OutboxStore } from './store.js';

/** The files as long as they can be written; what cannot be waits in memory, behind them. */
export class SpareStore implements OutboxStore {
  readonly #files: OutboxStore;
  readonly #spare = new MemoryStore();
  #warned = false;

  constructor(files: OutboxStore) {
    this.#files = files;
  }

  async ids(): Promise<readonly string[]> {
    const kept = await this.#files.ids().catch((error) => this.#complain(error, []));
    const spare = await this.#spare.ids();
    return spare.length === 0 ? kept : [...kept, ...spare].sort();
  }

  async read(id: string): Promise<OutboxEntry | null> {
    return (await this.#spare.read(id)) ?? this.#files.read(id);
  }

  async append(id: string, entry: OutboxEntry): Promise<void> {
    try {
      await this.#files.append(id, entry);
    } catch (error) {
      this.#complain(error, undefined);
      await this.#spare.append(id, entry);
    }
  }

  async remove(id: string): Promise<void> {
    if (await this.#spare.read(id)) await this.#spare.remove(id);
    else await this.#files.remove(id);
  }

  async setAside(id: string, reason: string): Promise<void> {
    if (await this.#spare.read(id)) await this.#spare.setAside(id);
    else await this.#files.setAside(id, reason);
  }

  #complain<T>(error: unknown, instead: T): T {
    if (!this.#warned) warn(`Backstop's outbox cannot be used, outcomes wait in memory instead: ${String(error)}`);
    this.#warned = true;
    return instead;
  }
}
