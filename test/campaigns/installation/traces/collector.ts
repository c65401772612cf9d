import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

/** A span as OTLP writes it in JSON, with the name of the service that sent it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
}

interface Metric {
  readonly name: string;
  readonly sum?: object;
  readonly gauge?: object;
  readonly histogram?: { readonly dataPoints: readonly { readonly bucketCounts: readonly unknown[] }[] };
}

const serviceOf = (attributes: readonly Attribute[]) =>
  attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';

/** A receiver of OTLP over HTTP that keeps all it got. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, Metric>();
  const server = createServer(async (request, reply) => {
    // biome-ignore lint/suspicious/noExplicitAny: what OTLP sends is looked at here alone.
    const body = (await json(request)) as any;
    for (const { resource, scopeSpans } of body.resourceSpans ?? [])
      for (const scope of scopeSpans)
        for (const span of scope.spans) spans.push({ ...span, service: serviceOf(resource.attributes) });
    for (const { scopeMetrics } of body.resourceMetrics ?? [])
      for (const scope of scopeMetrics) for (const metric of scope.metrics) metrics.set(metric.name, metric);
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, metrics, stop: () => server.close() };
}
