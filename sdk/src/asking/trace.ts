/** All copies of OpenTelemetry's API in a process share this global, from its version 1.0 on. */
const SHARED = Symbol.for('opentelemetry.js.api.1');
const SPAN = Symbol.for('OpenTelemetry Context Key SPAN');

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

interface SharedApi {
  readonly context?: { active(): { getValue(key: symbol): unknown } };
}

/**
 * Returns the application's current span as W3C Trace Context writes it. Nothing where the application has no
 * OpenTelemetry or no span: a fault of tracing never stops a call.
 */
export function traceOf(): { traceparent?: string } {
  try {
    const api = (globalThis as { [SHARED]?: SharedApi })[SHARED];
    const span = api?.context?.active().getValue(SPAN) as { spanContext(): SpanContext } | undefined;
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

const isId = (text: string, length: number) => text.length === length && /^[0-9a-f]+$/.test(text) && !/^0+$/.test(text);
