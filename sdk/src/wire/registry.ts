import { SHIPPED_REGISTRY } from './shipped-registry.js';
import type { Transport } from './transport.js';
import type { RegistryEntry } from './wire.js';

const FRESH_MS = 300_000;
const AFTER_FAILURE_MS = 30_000;

/**
 * The operations of the service's connectors: the copy this package was built with until the service has answered, then
 * its answer, renewed every five minutes of use. An operation counts if either of them lists it.
 */
export class Registry {
  readonly #transport: Transport;
  #entries: ReadonlyMap<string, RegistryEntry> = byName(SHIPPED_REGISTRY);
  #answer: readonly RegistryEntry[] | undefined;
  #staleAt = 0;
  #reading: Promise<readonly RegistryEntry[]> | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get entries(): readonly RegistryEntry[] {
    return [...this.#entries.values()];
  }

  find(apiName: string): RegistryEntry | undefined {
    return this.#entries.get(apiName);
  }

  /** The service's own list, at most five minutes old. @throws BackstopError */
  async read(): Promise<readonly RegistryEntry[]> {
    await this.#reading?.catch(() => undefined);
    if (this.#answer && Date.now() < this.#staleAt) return this.#answer;
    return this.#begin(true);
  }

  /** Renews an old answer in the background; a failure keeps the former one. */
  refresh(): void {
    if (this.#reading || Date.now() < this.#staleAt) return;
    this.#staleAt = Date.now() + AFTER_FAILURE_MS;
    this.#begin(false).catch(() => undefined);
  }

  /** In the background it is not repeated: the pause before a repetition would keep a finished process alive. */
  #begin(repeat: boolean): Promise<readonly RegistryEntry[]> {
    this.#reading ??= this.#read(repeat).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(repeat: boolean): Promise<readonly RegistryEntry[]> {
    const answer = await this.#transport.request<readonly RegistryEntry[]>('GET', '/registry', { repeat });
    this.#answer = answer;
    this.#entries = byName([...SHIPPED_REGISTRY, ...answer]);
    this.#staleAt = Date.now() + FRESH_MS;
    return answer;
  }
}

function byName(entries: readonly RegistryEntry[]): ReadonlyMap<string, RegistryEntry> {
  return new Map(entries.map((entry) => [entry.apiName, entry]));
}
