import type { Connector, ConnectorContext, JsonObject, Noted, Trace, UndoMemory } from '../connectors/connector.js';
import type { ReadCall } from '../connectors/facts/facts.js';
import { receivedError, sentError } from './errors.js';
import type { Answer, Ask, Notice, SentContext, Work } from './protocol.js';

/** A piece of work inside an interpreter: it computes here, and asks the service for all else. */
export class InterpretedTask {
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private calls = 0;

  constructor(
    private readonly id: number,
    private readonly tell: (notice: Notice) => void,
  ) {}

  async run(connector: Connector, { method, values }: Work, context: SentContext | null): Promise<void> {
    const answer = await answerOf(() => call(connector, method, values, context && this.contextOf(context)));
    try {
      this.tell({ is: 'done', task: this.id, answer });
    } catch {
      // The answer of a provider may be nested too deeply to be sent.
      this.tell({ is: 'done', task: this.id, answer: null });
    }
  }

  answered(call: number, answer: Answer): void {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    if ('error' in answer) waiting?.reject(receivedError(answer.error));
    else waiting?.resolve(answer.value);
  }

  private ask(of: Ask['of'], method: string, values: readonly unknown[]): Promise<never> {
    const call = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(call, { resolve: resolve as (value: unknown) => void, reject });
      this.tell({ is: 'ask', task: this.id, call, ask: { of, method, values } });
    });
  }

  private contextOf({
    idempotencyKey,
    traces,
    knowsUnconfirmed,
    knowsOlder,
    notes,
    ...context
  }: SentContext): ConnectorContext {
    return {
      ...context,
      ...(idempotencyKey !== null && { idempotencyKey }),
      // The service checks the lease itself before each of these calls, so the check does nothing here.
      assertHeld: () => undefined,
      openTransport: async () => this.remote(await this.ask('transport', 'open', [])),
      ...(traces && { memory: this.memoryOf(traces) }),
      ...(knowsOlder && { older: (page: number) => this.ask('session', 'older', [page]) }),
      ...(notes && { note: (noted: Noted) => this.ask('attempt', 'note', [noted]) }),
      ...(knowsUnconfirmed && { unconfirmed: () => this.ask('session', 'unconfirmed', []) }),
    };
  }

  private memoryOf(known: readonly Trace[]): UndoMemory {
    const traces = new Map(known.map((trace) => [trace.resource, trace]));
    const asked = this.remote<UndoMemory>('memory');
    return {
      all: () => [...traces.values()],
      traceOf: (resource) => traces.get(resource) ?? null,
      note: async (noted, replaced = []) => {
        for (const trace of noted) traces.set(trace.resource, trace);
        await asked.note(noted, replaced);
      },
      seenBesides: async (resources) => (await asked.seenBesides?.(resources)) ?? [],
      whereIs: (kind, address) => asked.whereIs(kind, address),
      noteMadeAgain: (kind, from, to) => asked.noteMadeAgain(kind, from, to),
      madeForOthers: (kind, from, among) => asked.madeForOthers(kind, from, among),
    };
  }

  private remote<T extends object>(of: Ask['of']): T {
    const get = (_: unknown, method: string | symbol) =>
      // `await` reads the member `then` of the object.
      typeof method === 'symbol' || method === 'then'
        ? undefined
        : (...values: unknown[]) => this.ask(of, method, values);
    return new Proxy({}, { get }) as T;
  }
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
  // Without `fateOf` the attempt's notes say no more than a read of the resource.
  if (method === 'fateOf' && !connector.fateOf) return { outcome: 'lost' };
  const work = connector[method] as (...all: unknown[]) => unknown;
  return work.call(connector, ...values, ...(context ? [context] : []));
}
