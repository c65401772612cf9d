import { resourceFromAttributes } from '@opentelemetry/resources';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { PrometheusProducer } from './prometheus-producer.js';

it('A metric of Prometheus has the same name and value for OpenTelemetry; a bucket counts without those below it', async () => {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['kind'], registers }).inc({ kind: 'ask' }, 3);
  new Gauge({ name: 'held', help: 'Held requests.', registers }).set(7);
  const seconds = new Histogram({ name: 'took_seconds', help: 'Time.', buckets: [0.1, 1], registers });
  for (const value of [0.05, 0.5, 0.6, 5]) seconds.observe(value);

  const { resourceMetrics } = await new PrometheusProducer(registry, resourceFromAttributes({})).collect();

  const found = resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
  const points = Object.fromEntries(
    found.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      dataPoints.map(({ attributes, value }) => [attributes, value]),
    ]),
  );
  expect(points).toEqual({
    calls_total: [[{ kind: 'ask' }, 3]],
    held: [[{}, 7]],
    took_seconds: [[{}, { buckets: { boundaries: [0.1, 1], counts: [1, 2, 1] }, sum: 6.15, count: 4 }]],
  });
});
