import { Confirmations } from './confirmations.js';
import type { Gate } from './gate.js';
import type { WrapSettings } from './options.js';
import { ServiceGate } from './service-gate.js';
import type { Transport } from './transport.js';
import type { ActionRecord, RegistryEntry, RollbackReport, SessionRecord } from './wire.js';

/** One piece of work of an agent. Made by {@link Backstop.createSession}; given to {@link wrap}. */
export class Session {
  readonly id: string;
  readonly agentId: string;
  readonly intent: string;
  /** True with a test key: wrapped clients run nothing and answer as if. */
  readonly simulated: boolean;
  /** The operations the service knows. */
  readonly registry: readonly RegistryEntry[];
  readonly #transport: Transport;
  readonly #confirmations: Confirmations;

  constructor(transport: Transport, record: SessionRecord, registry: readonly RegistryEntry[]) {
    this.id = record.id;
    this.agentId = record.agentId;
    this.intent = record.intent;
    this.simulated = record.simulated;
    this.registry = registry;
    this.#transport = transport;
    this.#confirmations = new Confirmations(({ actionId, body }) =>
      transport.request<ActionRecord>('PATCH', `${this.#path}/actions/${encodeURIComponent(actionId)}`, { body }),
    );
  }

  /** The session with its actions, as the service sees it now. */
  read(): Promise<SessionRecord> {
    return this.#transport.request('GET', this.#path);
  }

  /** Delivers outstanding confirmations. @throws BackstopUnavailableError while they cannot be delivered */
  flush(): Promise<void> {
    return this.#confirmations.flush();
  }

  /** Nothing more is permitted in the session. @throws BackstopError */
  async complete(): Promise<SessionRecord> {
    await this.flush();
    return this.#transport.request('PATCH', this.#path, { body: { status: 'COMPLETED' } });
  }

  /**
   * Undoes what the session did, last effect first. Answers within half a minute; a rollback that takes longer goes on
   * and is read with {@link readRollback}.
   * @throws BackstopError
   */
  async rollback(): Promise<RollbackReport> {
    await this.flush();
    return this.#transport.request('POST', `${this.#path}/rollback`, { idempotent: true, timeoutMs: 40_000 });
  }

  /** The plan before a rollback, its progress during one, its report after it. */
  readRollback<T = unknown>(): Promise<T> {
    return this.#transport.request('GET', `${this.#path}/rollback`);
  }

  /** @internal */
  gate(settings: WrapSettings): Gate {
    return new ServiceGate(this.#transport, this.id, this.#confirmations, this.registry, settings);
  }

  get #path(): string {
    return `/sessions/${encodeURIComponent(this.id)}`;
  }
}
