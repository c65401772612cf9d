import { payloadHash } from '../wire/canonical-json.js';
import { builtin, warn } from '../wire/runtime.js';
import type { OutboxEntry } from './entry.js';
import { fileStore } from './file-store.js';
import { MemoryStore, type OutboxStore } from './store.js';

const API_KEY = /^bks_(?:live|test)_([0-9a-f]{32})/;

/** Returns the owner of an entry as the name of a directory: the service's address and the key's public id. */
export function outboxScope(baseUrl: string, apiKey: string): string {
  const keyId = API_KEY.exec(apiKey)?.[1] ?? payloadHash(apiKey).slice(0, 32);
  const { host, pathname } = new URL(baseUrl);
  return `${`${host}${pathname}`.replace(/[^a-zA-Z0-9.]+/g, '-').slice(0, 100)}-${keyId}`;
}

/** Below the user's state, where it outlives the working directory and is not committed with it. */
export function defaultOutboxDirectory(environment: Record<string, string | undefined>, home: string): string {
  const state = environment.XDG_STATE_HOME || environment.LOCALAPPDATA || `${home}/.local/state`;
  return `${state}/backstop/outbox`;
}

/** @param directory `false`: memory; undefined: the default where there are files */
export function openStore(directory: string | false | undefined, scope: string): OutboxStore {
  if (directory === false) return new MemoryStore();
  const home = builtin<typeof import('node:os')>('node:os')?.homedir();
  if (home === undefined) return new MemoryStore();
  const files = fileStore(directory ?? defaultOutboxDirectory(process.env, home), scope);
  return files ? new SpareStore(files) : new MemoryStore();
}

/** The files as long as they can be written; what cannot be waits in memory, behind them. */
class SpareStore implements OutboxStore {
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
