/** All copies of OpenTelemetry's API in a process share this global, from its version 1.0 on. */
const SHARED = Symbol.for('opentelemetry.js.api.1');
const SPAN = Symbol.for('OpenTelemetry Context Key SPAN');

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
}

interface Span {
  spanContext(): SpanContext;
  setStatus(status: { readonly code: number; readonly message: string }): unknown;
  end(): void;
}

interface SharedApi {
  readonly context?: { active(): Context; with<T>(context: Context, work: () => T): T };
  readonly trace?: {
    getTracer(name: string): { startSpan(name: string, options: object, context: Context): Span };
  };
}

const ERROR = 2;

/**
 * Returns the application's current span as W3C Trace Context writes it. Nothing where the application has no
 * OpenTelemetry or no span: a fault of tracing never stops a call.
 */
export function traceOf(): { traceparent?: string } {
  try {
    const span = shared()?.context?.active().getValue(SPAN) as Span | undefined;
    if (!span) return {};
    const { traceId, spanId, traceFlags } = span.spanContext();
    const isValid = isId(traceId, 32) && isId(spanId, 16);
    return isValid
      ? { traceparent: `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}` }
      : {};
  } catch {
    return {};
  }
}

const shared = () => (globalThis as { [SHARED]?: SharedApi })[SHARED];

/** Runs the work in a span of the application's OpenTelemetry; without one, it runs the work alone. */
export async function inSpan<T>(name: string, attributes: Readonly<Record<string, string>>, work: () => Promise<T>) {
  const begun = begin(name, attributes);
  if (!begun) return work();
  try {
    return await begun.within(work);
  } catch (error) {
    begun.span.setStatus({ code: ERROR, message: error instanceof Error ? error.name : 'Error' });
    throw error;
  } finally {
    begun.span.end();
  }
}

/** A fault of tracing never stops a call. */
function begin(name: string, attributes: object) {
  try {
    const { trace, context } = shared() ?? {};
    if (!trace || !context) return null;
    const active = context.active();
    const span = trace.getTracer('@backstop/sdk').startSpan(name, { attributes }, active);
    return { span, within: <T>(work: () => T) => context.with(active.setValue(SPAN, span), work) };
  } catch {
    return null;
  }
}

const isId = (text: string, length: number) => text.length === length && /^[0-9a-f]+$/.test(text) && !/^0+$/.test(text);
