import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

let isOn = false;

/** Spans are made from now on; until then each function of this file does nothing. */
export function switchTracingOn(): void {
  isOn = true;
}

export const isTracing = () => isOn;

const tracer = () => trace.getTracer('backstop');

/** The current span as W3C Trace Context writes it; null outside of a span. */
export function currentTraceparent(): string | null {
  const span = isOn ? trace.getSpanContext(context.active()) : undefined;
  return span ? textOf(span) : null;
}

const textOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;

/** The ids of the current span, as members of a line of the log. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = isOn ? trace.getSpanContext(context.active()) : undefined;
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** A context below the span that the text names; null when it names none. */
export function contextOf(traceparent: string | null | undefined): Context | null {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  });
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** The span to which the work belongs, where it is not the current one. */
  readonly parent?: string | null | undefined;
  /** The work is a request to another system. */
  readonly isClient?: boolean;
}

/**
 * Runs the work in a span below the current one, or below `parent`. A span of another trace becomes a link. An error is
 * noted by its class alone, because its words may hold what an agent or a provider sent.
 */
export async function spanned<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work();
  const active = context.active();
  const current = trace.getSpanContext(active);
  const parent = contextOf(options.parent);
  const isOther = parent !== null && trace.getSpanContext(parent)?.traceId !== current?.traceId;
  const span = tracer().startSpan(
    name,
    {
      kind: options.isClient ? SpanKind.CLIENT : SpanKind.INTERNAL,
      attributes: options.attributes ?? {},
      links: isOther && current ? [{ context: current }] : [],
    },
    isOther ? parent : active,
  );
  try {
    return await context.with(trace.setSpan(isOther ? parent : active, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
    throw error;
  } finally {
    span.end();
  }
}
