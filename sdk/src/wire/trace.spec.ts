import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type ContextManager, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { traceOf } from './trace.js';

/** The least that an application's OpenTelemetry registers. */
class Contexts implements ContextManager {
  private readonly storage = new AsyncLocalStorage<Context>();
  active = () => this.storage.getStore() ?? ROOT_CONTEXT;
  with: ContextManager['with'] = (active, fn, self, ...args) =>
    this.storage.run(active, () => fn.call(self as never, ...args));
  bind: ContextManager['bind'] = (_, target) => target;
  enable = () => this;
  disable = () => this;
}

const SPAN = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };
const within = (span: typeof SPAN, run: () => Promise<unknown>) =>
  context.with(trace.setSpan(ROOT_CONTEXT, trace.wrapSpanContext(span)), run);

describe('the trace of a call', () => {
  afterEach(() => context.disable());

  it('is absent where the application has no OpenTelemetry', () => {
    expect(traceOf()).toEqual({});
  });

  it('is that of the active span, also after an await, and absent outside of it', async () => {
    context.setGlobalContextManager(new Contexts());
    const seen = await within(SPAN, async () => {
      await Promise.resolve();
      return traceOf();
    });
    expect(seen).toEqual({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
    expect(traceOf()).toEqual({});
  });

  it('is absent for a span that is not valid', async () => {
    context.setGlobalContextManager(new Contexts());
    for (const traceId of ['0'.repeat(32), 'x'.repeat(32), 'ab'])
      expect(await within({ ...SPAN, traceId }, async () => traceOf())).toEqual({});
  });
});
