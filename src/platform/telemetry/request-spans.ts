import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { contextOf } from './tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request, below that of its `traceparent` header; null while tracing is off. */
    span: Span | null;
  }
}

/**
 * Makes a span of each request, named by the template of its route: a URL holds ids. Requests for health are left out.
 * The body arrives outside of the context, so the handler is put into it again.
 */
export function spanRequests(fastify: FastifyInstance): void {
  const tracer = trace.getTracer('backstop');
  const contextFor = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? 'none';
    if (route.startsWith('/health')) return done();
    const parent = contextOf(headers.traceparent as string | undefined) ?? ROOT_CONTEXT;
    const attributes = { 'http.request.method': method, 'http.route': route, 'backstop.request_id': id };
    request.span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    return context.with(contextFor(request.span), done);
  });
  fastify.addHook('preHandler', (request, _reply, done) =>
    request.span ? context.with(contextFor(request.span), done) : done(),
  );
  fastify.addHook('onResponse', ({ span, principal }, reply, done) => {
    if (!span) return done();
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (principal) span.setAttribute('backstop.organization_id', principal.organizationId);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    return context.with(contextFor(span), done);
  });
}
