import { askingOnce, resuming } from './asking/asked-as.js';
import type { Call, Gate } from './asking/gate.js';
import { ObservedGate, type Observer } from './asking/observed-gate.js';
import { ServiceGate } from './asking/service-gate.js';
import type { WrapSettings } from './asking/settings.js';
import { WrapOptionsError } from './errors.js';
import type { Json, JsonObject } from './json.js';
import { InFlight } from './method-client/in-flight.js';
import type { Outbox } from './outbox/outbox.js';
import { outcomeOf, type PerformOptions, perform } from './performing/perform.js';
import type { PerformedOperations } from './wire/performed-operations.js';
import type { Registry } from './wire/registry.js';
import type { Transport } from './wire/transport.js';
import type { ActionRecord, RegistryEntry, RollbackReport, SessionRecord } from './wire/wire.js';

/** A call that does not hold any more. */
export type UndoneCall = NonNullable<RollbackReport['noLonger']>[number];

/** The actions that are read at once. */
const PAGE = 200;

/** Selects the part of a session that is undone; all of it without a choice. Only one of the two may be given. */
export interface RollbackOptions {
  /** Id of an action of the session: this one and every later one are undone. */
  readonly fromActionId?: string;
  /** Id of a tool call, as its calls carry it: only these are undone. */
  readonly toolCallId?: string;
}

/** One piece of work of an agent. {@link Backstop.createSession} makes it; {@link wrap} takes it. */
export class Session {
  /** Given by the service; with it another process can open the session again. */
  readonly id: string;
  /** Slug of the agent. */
  readonly agentId: string;
  /** The agent's intent, in words. */
  readonly intent: string;
  /** True with a test key: wrapped clients run nothing and return simulated answers. */
  readonly simulated: boolean;
  readonly #transport: Transport;
  readonly #registry: Registry;
  readonly #outbox: Outbox;
  readonly #reports = new InFlight();

  /** @internal */
  constructor(
    transport: Transport,
    record: Pick<SessionRecord, 'id' | 'agentId' | 'intent' | 'simulated'>,
    registry: Registry,
    outbox: Outbox,
    private readonly observers: readonly Observer[] = [],
  ) {
    this.id = record.id;
    this.agentId = record.agentId;
    this.intent = record.intent;
    this.simulated = record.simulated;
    this.#transport = transport;
    this.#registry = registry;
    this.#outbox = outbox;
  }

  /** The operations that are governed, as far as is known by now. */
  get registry(): readonly RegistryEntry[] {
    return this.#registry.entries;
  }

  /** The session with its actions, as the service sees it now. */
  read(): Promise<SessionRecord> {
    return this.#transport.request('GET', this.#path);
  }

  /**
   * Delivers the outstanding outcomes.
   * @throws BackstopUnavailableError if the service cannot be reached; they are kept
   */
  async flush(): Promise<void> {
    await this.#reports.idle();
    await this.#outbox.flush();
  }

  /** Closes the session: it permits nothing more. @throws BackstopError */
  async complete(): Promise<SessionRecord> {
    await this.flush();
    return this.#transport.request('PATCH', this.#path, { body: { status: 'COMPLETED' } });
  }

  /**
   * Undoes the actions of the session, last effect first. Answers within half a minute; a rollback that takes longer
   * continues and is read with {@link readRollback}. Nothing starts in the session afterwards, unless a part
   * of it is chosen: then the session stays open.
   * @throws BackstopError
   */
  async rollback({ fromActionId, toolCallId }: RollbackOptions = {}): Promise<RollbackReport> {
    await this.flush();
    const body = {
      ...(fromActionId !== undefined && { fromActionId }),
      ...(toolCallId !== undefined && { toolCallId }),
    };
    return this.#transport.request('POST', `${this.#path}/rollback`, { body, idempotent: true, timeoutMs: 40_000 });
  }

  /** The plan before a rollback, its progress during one, its report after it. */
  readRollback<T = unknown>(): Promise<T> {
    return this.#transport.request('GET', `${this.#path}/rollback`);
  }

  /**
   * Returns the calls of the session that were undone, by any actor, in the order they were made.
   * @throws BackstopError
   */
  async readNoLonger(): Promise<readonly UndoneCall[]> {
    const { noLonger = [] } = await this.#transport.request<RollbackReport>('GET', `${this.#path}/rollback?limit=1`);
    return noLonger;
  }

  /**
   * Asks the service to make a call, with the credential that an operator stored and offers to agents. Waits for the
   * outcome, also through an approval, and returns the provider's answer.
   * @example await session.perform('postgres.rows.update', { table: 'customers', match: { id: 1 }, values: { credit: 50
   * } });
   * @throws CallFailedError if the provider refused it or its outcome is unknown; ApprovalRejectedError,
   *   ApprovalTimeoutError, PolicyBlockedError, BackstopError
   */
  async perform<Name extends keyof PerformedOperations>(
    apiName: Name,
    payload: PerformedOperations[Name],
    options: PerformOptions = {},
  ): Promise<Json> {
    return perform(this.#transport, this.#path, apiName, payload as JsonObject, options);
  }

  /**
   * Goes on with a call that waited for a person, in any process: `call` makes the same call through a wrapped client or a
   * governed tool, and it runs once, with the arguments that were approved. Of a call that the service makes, `call` is
   * left out, and the answer is the provider's.
   * @example const refund = await session.resume(actionId, () => stripe.refunds.create({ charge: 'ch_1', amount: 500 }));
   * @throws ApprovalPendingError while a person has not decided, if the client was wrapped with `pending: 'throw'`;
   *   AlreadyRunError; ApprovalRejectedError; ApprovedPayloadError if `call` does not make the call that was asked for;
   *   BackstopError
   */
  resume(actionId: string, call?: undefined, options?: PerformOptions): Promise<Json>;
  resume<T>(actionId: string, call: () => T | Promise<T>): Promise<T>;
  async resume<T>(actionId: string, call?: () => T | Promise<T>, options: PerformOptions = {}): Promise<T | Json> {
    const path = `${this.#path}/actions/${encodeURIComponent(actionId)}`;
    const action = await this.#transport.request<ActionRecord>('GET', path);
    if (call) return resuming(this.id, action, call);
    if (action.performance !== null) return outcomeOf(this.#transport, this.#path, action, options);
    throw new WrapOptionsError('resume() needs a function that makes the call: the service does not make it');
  }

  /**
   * Runs `call`, whose governed calls are asked for under `key`. Under the same key, in this or another process, they
   * find the same actions and approvals, and each of them runs once. Calls of the same name are distinguished by their
   * order.
   * @example await session.once('refund of order 7', () => stripe.refunds.create({ charge: 'ch_1', amount: 500 }));
   * @throws AlreadyRunError for a call that ran before, with its recorded answer; BackstopError
   */
  once<T>(key: string, call: () => T | Promise<T>): Promise<T> {
    return askingOnce(key, call);
  }

  /** @internal The actions of tool calls by their id: of each the first one, which is the tool's own. */
  async ofToolCalls(ids: readonly string[]): Promise<ReadonlyMap<string, ActionRecord>> {
    const found = new Map<string, ActionRecord>();
    for (let cursor = 0, isMore = true; isMore && found.size < new Set(ids).size; ) {
      const path = `${this.#path}/actions?limit=${PAGE}&cursor=${cursor}`;
      const page = await this.#transport.request<readonly ActionRecord[]>('GET', path);
      for (const action of page) {
        const { toolCallId: id, sequence } = action;
        cursor = sequence;
        if (id !== null && ids.includes(id) && !found.has(id)) found.set(id, action);
      }
      isMore = page.length > 0;
    }
    return found;
  }

  /** @internal Records a read that ran without being asked for. Never rejects because the service is away. */
  report({ apiName, operationType, payload }: Call, response: Json): Promise<void> {
    const body = { apiName, operationType, payload, response, status: 'SUCCESS' };
    const idempotencyKey = crypto.randomUUID();
    return this.#reports.track(this.#outbox.send({ kind: 'report', sessionId: this.id, idempotencyKey, body }));
  }

  /** @internal What a process that ends still has to tell the service: `flush` waits for it. */
  track<T>(report: Promise<T>): Promise<T> {
    return this.#reports.track(report);
  }

  /** @internal */
  gate(settings: WrapSettings): Gate {
    const gate = new ServiceGate(this.#transport, this, this.#outbox, this.#registry, settings);
    return this.observers.length > 0 ? new ObservedGate(gate, this.observers) : gate;
  }

  get #path(): string {
    return `/sessions/${encodeURIComponent(this.id)}`;
  }
}
