import type { ConnectorContext, Noted } from '../connectors/connector.js';
import type { KeptTransports } from '../connectors/transport/kept-transports.js';
import { receivedError, sentError } from './errors.js';
import { PoisonedWorkError } from './poisoned-work.error.js';
import type { Answer, Ask, Order, SentContext, Work } from './protocol.js';

type Methods = Record<string, (...values: unknown[]) => unknown>;

const MEMORY = ['note', 'seenElsewhere', 'whereIs', 'noteRecreated', 'recreatedForOthers'];

/** A piece of work of an organization, in the service: it holds the transports that the interpreter speaks over. */
export class Task {
  /** The number of times that the work was begun. */
  tries = 0;
  readonly done: Promise<unknown>;
  /** True when the work noted a write that may have reached a provider. */
  mayHaveWritten = false;
  private deferred!: { resolve(value: unknown): void; reject(error: unknown): void };
  private transports: Promise<Methods>[] = [];
  private readonly asked = new Set<Promise<unknown>>();

  constructor(
    readonly id: number,
    readonly organizationId: string,
    readonly work: Work,
    private readonly context: ConnectorContext | null,
    private readonly kept: KeptTransports,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.deferred = { resolve, reject };
    });
  }

  /** True when it may not begin again, because the noted attempt may have taken effect. */
  get isOver(): boolean {
    return this.work.method === 'perform' && this.mayHaveWritten;
  }

  /** It waits for nothing that it asked for. */
  get isComputing(): boolean {
    return this.asked.size === 0;
  }

  order(): Order {
    return { is: 'work', task: this.id, work: this.work, context: this.context && toSent(this.context) };
  }

  /** Null when the work is over, so that nothing is to be answered. */
  async answer(ask: Ask): Promise<Answer | null> {
    const work = this.carryOut(ask);
    const settled = work.catch(() => undefined);
    // The result does not wait until a connection is ready for other work.
    if (ask.method !== 'close') this.asked.add(settled);
    try {
      return { value: await work };
    } catch (error) {
      this.asked.delete(settled);
      if (!(error instanceof OwnFault)) return { error: sentError(this.context?.secrets?.cleaned(error) ?? error) };
      await this.fail(error.cause);
      return null;
    } finally {
      this.asked.delete(settled);
    }
  }

  async end(answer: Answer): Promise<void> {
    if ('error' in answer) return this.fail(receivedError(answer.error));
    await this.close();
    this.deferred.resolve(answer.value);
  }

  async fail(error: unknown): Promise<void> {
    await this.close();
    this.deferred.reject(error);
  }

  /** Returns when no request of the work is in flight any more. */
  async close(): Promise<void> {
    await Promise.all(this.asked);
    const transports = this.transports;
    this.transports = [];
    await Promise.allSettled(transports.map(async (transport) => (await transport).close?.()));
  }

  private async carryOut({ of, method, values, opens }: Ask): Promise<unknown> {
    const { context } = this;
    if (context === null) throw new Error('this work reaches nothing');
    const held = own(() => context.assertHeld?.());
    if (of === this.transports.length && opens !== undefined) {
      // Requests that follow in the same message find it here, and wait for it.
      const opening = held.then(() => this.open(context, opens));
      opening.catch(() => undefined);
      this.transports.push(opening);
    }
    await held;
    if (of === 'attempt') {
      this.mayHaveWritten = true;
      return own(() => context.note?.(values[0] as Noted));
    }
    if (of === 'session') {
      const [page] = values;
      return own(() => (method === 'older' ? context.older?.(wholeNumber(page)) : context.unconfirmed?.()));
    }
    if (of === 'memory') {
      if (!context.memory || !MEMORY.includes(method)) throw new Error(`there is no memory of ${method}`);
      if (method === 'note') this.mayHaveWritten = true;
      const memory = context.memory as unknown as Methods;
      return own(() => memory[method]?.(...values));
    }
    const transport = await this.transports[of];
    if (transport && method === 'open') return undefined;
    if (!transport || !Object.hasOwn(transport, method)) throw new Error(`no transport does ${method}`);
    const answered = await transport[method]?.(...values);
    // The provider's own answer to a call is for its agent, who gets it without the secrets.
    if (method === 'answer') return context.secrets?.redactForDisplay(answered) ?? answered;
    // The check comes before the answer is sent, because the interpreter knows no secret and could not keep one that it
    // does not recognize.
    if (context.secrets?.hasToken(answered)) return own(() => this.refuseSecret());
    return answered;
  }

  /** The check of a credential connects as if for the first time. */
  private async open(context: ConnectorContext, mode: string | null): Promise<Methods> {
    const { openTransport } = context;
    if (!openTransport) throw new Error('this work reaches nothing');
    const opening =
      this.work.method === 'probe'
        ? openTransport()
        : this.kept.open(this.organizationId, this.work.connector, { ...context, openTransport });
    const transport = (await opening) as Methods;
    if (mode === null) return transport;
    try {
      await transport.begin?.(mode);
      return transport;
    } catch (error) {
      await transport.close?.();
      throw error;
    }
  }

  private refuseSecret(): never {
    throw new PoisonedWorkError(
      this.mayHaveWritten,
      'the state holds the stored credential, which is kept nowhere else',
    );
  }
}

/** An interpreter may send any value. */
function wholeNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error('a page is a whole number from 0');
}

/** The lease, or the record of the work, is lost: the connector is not the cause of the error. */
class OwnFault extends Error {}

async function own<T>(work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (cause) {
    throw new OwnFault('a fault of ours', { cause });
  }
}

/** The public part of the credential is sent; the transports have the rest. */
function toSent({
  secrets,
  allowedPrivateHosts,
  timeoutMs,
  idempotencyKey,
  memory,
  unconfirmed,
  older,
  note,
  subtracts,
}: ConnectorContext): SentContext {
  return {
    credentials: secrets?.publicPart ?? {},
    allowedPrivateHosts: [...allowedPrivateHosts],
    timeoutMs,
    idempotencyKey: idempotencyKey ?? null,
    traces: memory?.all() ?? null,
    knowsUnconfirmed: unconfirmed !== undefined,
    knowsOlder: older !== undefined,
    notes: note !== undefined,
    subtracts: subtracts === true,
  };
}
