import type { Connector, ConnectorContext, JsonObject, Noted, Trace, UndoMemory } from '../connectors/connector.js';
import type { ReadCall } from '../connectors/facts/facts.js';
import { receivedError, sentError } from './errors.js';
import type { Answer, Ask, Notice, SentContext, Work } from './protocol.js';

/** A piece of work inside an interpreter: it computes here, and asks the service for all else. */
export class InterpretedTask {
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private calls = 0;
  private transports = 0;

  constructor(
    private readonly id: number,
    private readonly tell: (notice: Notice) => void,
  ) {}

  async run(connector: Connector, { method, values }: Work, context: SentContext | null): Promise<void> {
    const isLazy = connector.hasTransactions === true;
    const answer = await answerOf(() => call(connector, method, values, context && this.contextOf(context, isLazy)));
    this.tell({ is: 'done', task: this.id, answer });
  }

  answered(call: number, answer: Answer): void {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    if ('error' in answer) waiting?.reject(receivedError(answer.error));
    else waiting?.resolve(answer.value);
  }

  private ask(of: Ask['of'], method: string, values: readonly unknown[], opens?: Ask['opens']): Promise<never> {
    const call = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(call, { resolve: resolve as (value: unknown) => void, reject });
      const ask = { of, method, values, ...(opens !== undefined && { opens }) };
      this.tell({ is: 'ask', task: this.id, call, ask });
    });
  }

  private contextOf(
    { idempotencyKey, traces, knowsUnconfirmed, knowsOlder, notes, ...context }: SentContext,
    isLazy: boolean,
  ): ConnectorContext {
    return {
      ...context,
      ...(idempotencyKey !== null && { idempotencyKey }),
      // The service checks the lease itself before each of these calls, so the check does nothing here.
      assertHeld: () => undefined,
      openTransport: () => this.openTransport(isLazy),
      ...(traces && { memory: this.memoryOf(traces) }),
      ...(knowsOlder && { older: (page: number) => this.ask('session', 'older', [page]) }),
      ...(notes && { note: (noted: Noted) => this.ask('attempt', 'note', [noted]) }),
      ...(knowsUnconfirmed && { unconfirmed: () => this.ask('session', 'unconfirmed', []) }),
    };
  }

  /** A lazy transport is opened by its first request, which also begins its transaction. */
  private async openTransport(isLazy: boolean): Promise<object> {
    const of = this.transports++;
    let opens: Ask['opens'] = null;
    const ask = (method: string, values: readonly unknown[]) => {
      if (method === 'begin' && opens === null) {
        opens = String(values[0]);
        return Promise.resolve();
      }
      if (method === 'close') return Promise.resolve(this.close(of, opens === undefined));
      const first = opens;
      opens = undefined;
      return this.ask(of, method, values, first);
    };
    if (!isLazy) await ask('open', []);
    return remote(ask);
  }

  /** The service closes the transport, and the work does not wait for it. */
  private close(of: number, isOpen: boolean): void {
    if (isOpen) this.tell({ is: 'ask', task: this.id, call: null, ask: { of, method: 'close', values: [] } });
  }

  private memoryOf(known: readonly Trace[]): UndoMemory {
    const traces = new Map(known.map((trace) => [trace.resource, trace]));
    const asked = remote<UndoMemory>((method, values) => this.ask('memory', method, values));
    return {
      all: () => [...traces.values()],
      traceOf: (resource) => traces.get(resource) ?? null,
      note: async (noted, replaced = []) => {
        for (const trace of noted) traces.set(trace.resource, trace);
        await asked.note(noted, replaced);
      },
      seenElsewhere: async (resources) => (await asked.seenElsewhere?.(resources)) ?? [],
      whereIs: (kind, address) => asked.whereIs(kind, address),
      noteRecreated: (kind, from, to) => asked.noteRecreated(kind, from, to),
      recreatedForOthers: (kind, from, among) => asked.recreatedForOthers(kind, from, among),
    };
  }
}

function remote<T extends object>(ask: (method: string, values: readonly unknown[]) => Promise<unknown>): T {
  const get = (_: unknown, method: string | symbol) =>
    // `await` reads the member `then` of the object.
    typeof method === 'symbol' || method === 'then' ? undefined : (...values: unknown[]) => ask(method, values);
  return new Proxy({}, { get }) as T;
}

async function answerOf(work: () => unknown): Promise<Answer> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: sentError(error) };
  }
}

function call(connector: Connector, method: Work['method'], values: readonly unknown[], context: unknown): unknown {
  const { describeChange, facts } = connector;
  if (method === 'facts') return Promise.all((values[0] as ReadCall[]).map((one) => facts.of(one)));
  if (method === 'describeChange')
    return describeChange?.(...(values as [{ apiName: string; payload: JsonObject }, JsonObject])) ?? null;
  // Without `outcomeOf` the attempt's notes say no more than a read of the resource.
  if (method === 'outcomeOf' && !connector.outcomeOf) return { outcome: 'lost' };
  const work = connector[method] as (...all: unknown[]) => unknown;
  return work.call(connector, ...values, ...(context ? [context] : []));
}
